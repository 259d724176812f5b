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

  /// The classes of a panel, many of which nobody but Swing can name.
  private static final List<String> PARTS =
      List.of(
          "java.awt.AWTKeyStroke",
          "java.awt.Color",
          "java.awt.Component",
          "java.awt.ComponentOrientation",
          "java.awt.Container",
          "java.awt.FlowLayout",
          "java.awt.Font",
          "java.awt.Insets",
          "java.awt.font.TextAttribute",
          "java.beans.PropertyChangeSupport",
          "java.text.AttributedCharacterIterator$Attribute",
          "java.util.Date",
          "java.util.EventObject",
          "java.util.Hashtable",
          "java.util.Locale",
          "java.util.Vector",
          "javax.swing.AbstractButton",
          "javax.swing.AbstractButton$Handler",
          "javax.swing.ActionMap",
          "javax.swing.DefaultBoundedRangeModel",
          "javax.swing.DefaultButtonModel",
          "javax.swing.DropMode",
          "javax.swing.InputMap",
          "javax.swing.JButton",
          "javax.swing.JComponent",
          "javax.swing.JLabel",
          "javax.swing.JPanel",
          "javax.swing.JTextField",
          "javax.swing.JTextField$ScrollRepainter",
          "javax.swing.KeyStroke",
          "javax.swing.event.CaretEvent",
          "javax.swing.event.EventListenerList",
          "javax.swing.plaf.ColorUIResource",
          "javax.swing.plaf.FontUIResource",
          "javax.swing.plaf.InputMapUIResource",
          "javax.swing.plaf.InsetsUIResource",
          "javax.swing.text.AbstractDocument",
          "javax.swing.text.AbstractDocument$AbstractElement",
          "javax.swing.text.AbstractDocument$BranchElement",
          "javax.swing.text.AbstractDocument$LeafElement",
          "javax.swing.text.GapContent",
          "javax.swing.text.GapVector",
          "javax.swing.text.JTextComponent",
          "javax.swing.text.JTextComponent$MutableCaretEvent",
          "javax.swing.text.PlainDocument",
          "javax.swing.text.StyleContext",
          "javax.swing.text.StyleContext$NamedStyle");

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
      for (String name : PARTS) {
        classes.add(Class.forName(name, false, SwingObject.class.getClassLoader()));
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
