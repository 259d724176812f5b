package io.penstock.text.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.text.ByteSlice;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WordsTest {
  private static final ByteSet LETTERS = ByteSet.of("a-zA-Z");

  private static List<String> words(Words words, ByteSlice text) {
    List<String> found = new ArrayList<>();
    for (words.of(text); words.next(); ) {
      found.add(words.word().toString());
    }
    return found;
  }

  @Test
  void wordsAreRunsOfLetters() {
    ByteSlice text = ByteSlice.of("GET /a/Bc?x=1 HTTP/1.1");
    assertThat(words(Words.of(LETTERS), text)).containsExactly("GET", "a", "Bc", "x", "HTTP");
    assertThat(words(Words.lowerCase(LETTERS), text))
        .containsExactly("get", "a", "bc", "x", "http");
  }

  @Test
  void whatLiesBetweenIsShownToo() {
    Words words = Words.of(LETTERS).of(ByteSlice.of("- a, b."));
    StringBuilder all = new StringBuilder();
    while (words.next()) {
      all.append('<').append(words.separator()).append('>').append(words.word());
    }
    assertThat(all.append('<').append(words.separator()).append('>')).hasToString("<- >a<, >b<.>");
  }

  @Test
  void aSliceShowsNothingBesideIt() {
    ByteSlice inside = ByteSlice.of("abcdef").slice(2, 4);
    assertThat(words(Words.of(LETTERS), inside)).containsExactly("cd");
    assertThat(words(Words.of(LETTERS), new ByteSlice())).isEmpty();
  }

  @Test
  void otherScriptsAreWordsWhereTheSetHasThem() {
    ByteSlice text = ByteSlice.of("Größe, 大小!");
    assertThat(words(Words.of(LETTERS.withOthers()), text)).containsExactly("Größe", "大小");
    assertThat(words(Words.of(LETTERS), text)).containsExactly("Gr", "e");
  }

  @Test
  void setsAreNamedByCharactersAndRanges() {
    ByteSet set = ByteSet.of("-a-c_");
    assertThat("-abc_".chars().allMatch(c -> set.contains((byte) c))).isTrue();
    assertThat(set.contains((byte) 'd')).isFalse();
    assertThatThrownBy(() -> ByteSet.of("z-a")).hasMessage("range z-a is turned round");
    assertThatThrownBy(() -> ByteSet.of("é")).hasMessageContaining("is no character of ASCII");
  }
}
