package io.penstock.evaluate.text;

import io.penstock.evaluate.Yardstick;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.TextWork;
import java.util.List;
import java.util.Locale;

/// What it costs to cut a text into words.
///
/// @param who takes part
/// @param extent of the texts
record TokenExperiments(Contestants who, Extent extent) {
  static final String ID = "text.tokens";

  private static final String DRILL = "text-words";

  List<Experiment> experiments() {
    TextWork work = extent.pass(DRILL, extent.log(), LogText.WORDS);
    TextWork slow = extent.pass(DRILL, extent.log(64 * Extent.MEBIBYTE), LogText.WORDS);
    return List.of(
        Experiment.of(
                ID,
                "Words of the letters a to z in a log, counted",
                Sources.tuning("Tokenization"),
                FileState.CACHED)
            .add(who.classic(TokenPasses.STREAM_TOKENIZER, TokenPasses.class, slow))
            .add(who.classic(TokenPasses.BY_HAND, TokenPasses.class, slow))
            .add(who.jdk(TokenPasses.STRING_TOKENIZER, TokenPasses.class, slow))
            .add(who.jdk(TokenPasses.SPLIT, TokenPasses.class, slow))
            .add(who.jdk(TokenPasses.SCANNER, TokenPasses.class, slow))
            .add(
                who.command(
                    "awk",
                    slow,
                    "awk",
                    "{ n += gsub(/[a-z]+/, \"\") } END { printf \"%.0f\\n\", n }"))
            .add(who.command("tr", slow, "sh", "-c", "tr -cs a-z '\\n' <\"$0\" | grep -c ."))
            .add(who.command("grep", slow, "sh", "-c", "grep -o '[a-z]*' \"$0\" | wc -l"))
            .add(who.penstock(TokenPasses.WORDS, TokenPasses.class, work))
            .add(
                who.penstock(
                    TokenPasses.PARALLEL, TokenPasses.class, work.threads(extent.threads())))
            .add(who.penstock(TokenPasses.TOKENIZER, TokenPasses.class, work))
            .add(who.penstock(TokenPasses.SPACED, TokenPasses.class, work))
            .add(who.c("c-table", work))
            .history(new Yardstick("one's own loop over StreamTokenizer", 1.2, "x"))
            .remark(
                String.format(
                    Locale.ROOT,
                    "To %s and %s, as in the article, each byte that is no letter is a token by"
                        + " itself; to %s it is white space. %s is the article's own loop: a char"
                        + " at a time, and a String of each word. All but those of Penstock and C"
                        + " read a shorter log.",
                    TokenPasses.STREAM_TOKENIZER,
                    TokenPasses.TOKENIZER,
                    TokenPasses.SPACED,
                    TokenPasses.BY_HAND)));
  }
}
