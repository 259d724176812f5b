package io.penstock.evaluate.objects;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import javax.swing.AbstractButton;
import javax.swing.JButton;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JTextField;
import javax.swing.text.JTextComponent;

/// The book's object as it prints it in Listing 4-5, with a panel of Swing, for machines that have
/// its libraries.
@SuppressWarnings("JavaUtilDate") // the book's
final class SwingObject implements SavedObject {
  private static final long serialVersionUID = 1;

  /// The classes of a panel, by their packages; many of them nobody but Swing can name.
  private static final String PARTS =
      """
      java.awt: AWTKeyStroke Color Component ComponentOrientation Container FlowLayout Font
      java.awt: Insets
      java.awt.font: TextAttribute
      java.beans: PropertyChangeSupport
      java.text: AttributedCharacterIterator$Attribute
      java.util: Date EventObject Hashtable Locale Vector
      javax.swing: AbstractButton AbstractButton$Handler ActionMap DefaultBoundedRangeModel
      javax.swing: DefaultButtonModel DropMode InputMap JButton JComponent JLabel JPanel
      javax.swing: JTextField JTextField$ScrollRepainter KeyStroke
      javax.swing.event: CaretEvent EventListenerList
      javax.swing.plaf: ColorUIResource FontUIResource InputMapUIResource InsetsUIResource
      javax.swing.text: AbstractDocument AbstractDocument$AbstractElement
      javax.swing.text: AbstractDocument$BranchElement AbstractDocument$LeafElement GapContent
      javax.swing.text: GapVector JTextComponent JTextComponent$MutableCaretEvent
      javax.swing.text: PlainDocument StyleContext StyleContext$NamedStyle
      """;

  private final int value;
  private final String name;
  private final Date timeStamp;
  private final JPanel panel;

  SwingObject(int value) {
    this.value = value;
    name = "Object: " + value;
    timeStamp = new Date();
    panel = new JPanel();
    panel.add(new JTextField());
    panel.add(new JButton("Help"));
    panel.add(new JLabel("This is a text label"));
  }

  /// The classes of all that is saved of one, and of the vector around them.
  static Class<?>[] classes() {
    List<Class<?>> classes = new ArrayList<>(List.of(SwingObject.class));
    try {
      for (String line : PARTS.lines().toList()) {
        String[] words = line.split(":? ");
        for (String name : List.of(words).subList(1, words.length)) {
          String part = words[0] + "." + name;
          classes.add(Class.forName(part, false, SwingObject.class.getClassLoader()));
        }
      }
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("this JDK's Swing has other classes", e);
    }
    return classes.toArray(Class<?>[]::new);
  }

  private List<String> texts() {
    return Arrays.stream(panel.getComponents())
        .map(
            part ->
                switch (part) {
                  case JTextComponent field -> "field " + field.getText();
                  case AbstractButton button -> "button " + button.getText();
                  case JLabel label -> "label " + label.getText();
                  default -> part.getClass().getName();
                })
        .toList();
  }

  @Override
  public boolean isLike(Object other) {
    return other instanceof SwingObject object
        && value == object.value
        && name.equals(object.name)
        && timeStamp.getTime() == object.timeStamp.getTime()
        && texts().equals(object.texts());
  }
}
