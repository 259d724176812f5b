package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.Chapter;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Setting;
import java.util.List;
import java.util.stream.Stream;

/// Array files: what each way of moving an array between memory and a shared file is worth here.
public final class ArraysChapter implements Chapter {
  @Override
  public String name() {
    return "arrays";
  }

  @Override
  public String title() {
    return "Moving an array between memory and a shared file";
  }

  @Override
  public List<Experiment> experiments(Setting setting) {
    Contestants who = new Contestants(setting.tools());
    Extent extent = Extent.of(setting);
    return Stream.of(new FigureTwo(who, extent).experiments()).flatMap(List::stream).toList();
  }
}
