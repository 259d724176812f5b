package io.penstock.object.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/// Finds the fields without which a stream would be smallest.
///
/// What was first met through a field bounds what it saves, so that not every field has to be
/// tried.
final class Savings {
  private static final int LISTED = 20;
  private static final int MOST_TRIED = 100;

  private static final Comparator<FieldSaving> MOST_FIRST =
      Comparator.comparingLong(FieldSaving::saved).reversed().thenComparing(FieldSaving::name);

  private final WhatIf whatIf;
  private final Labels labels;

  Savings(WhatIf whatIf, Labels labels) {
    this.whatIf = whatIf;
    this.labels = labels;
  }

  List<FieldSaving> most() {
    List<FieldSaving> found = new ArrayList<>();
    for (int label : candidates()) {
      if (found.size() >= LISTED
          && (found.size() >= MOST_TRIED || bound(label) <= found.get(LISTED - 1).saved())) {
        break;
      }
      found.add(saving(label));
      found.sort(MOST_FIRST);
    }
    return List.copyOf(found.subList(0, Math.min(LISTED, found.size())));
  }

  private List<Integer> candidates() {
    List<Integer> fields = new ArrayList<>();
    for (int label = 0; label < labels.size(); label++) {
      if (labels.isOptional(label)) {
        fields.add(label);
      }
    }
    fields.sort(Comparator.comparingLong(this::bound).reversed());
    return fields;
  }

  // The last part is the string with its type, in the description of the class.
  private long bound(int label) {
    return labels.bytes(label) + whatIf.entry(label) + 3 + labels.get(label).type().length() * 3L;
  }

  private FieldSaving saving(int label) {
    FieldBytes field = labels.field(label);
    return new FieldSaving(
        field.declaringClass(), field.field(), field.type(), whatIf.saving(Set.of(label)));
  }
}
