// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

namespace tendril {

/// A field for one value: shows it short, with its unit in grey behind; while it has the focus, in full. A small
/// caption in front ("x") can be dragged. Tells what was typed; shows only what setContent gives.
class ValueEdit : public QLineEdit {
  Q_OBJECT
 public:
  explicit ValueEdit(QWidget* parent = nullptr);

  /// Text at rest, text for editing, grey text behind. What is being typed stays.
  void setContent(const QString& shown, const QString& exact, const QString& unit);
  void setCaption(const QString& caption, const QColor& color);
  /// Keys, wheel and a dragged caption step the value.
  void setSteppable(bool steppable) { steppable_ = steppable; }
  /// A link in front of what stands behind: the value is an expression.
  void setLinked(bool linked);
  void setWrong(bool wrong);
  /// A square of this colour at the end; invalid: none.
  void setSwatch(const QColor& color);
  bool isWrong() const { return wrong_; }
  bool isTyping() const { return hasFocus() && isModified(); }

 Q_SIGNALS:
  /// Enter, Tab or the focus went elsewhere after something was typed.
  void committed(const QString& text);
  /// Escape took back what was typed.
  void reverted();
  /// Up, down, wheel: ±1, Shift ±0.1, Ctrl ±10.
  void stepWanted(double steps);
  /// The caption is dragged: steps from where it was taken.
  void scrubBegan();
  void scrubbed(double steps);
  void scrubEnded();
  void left();  ///< the focus went elsewhere
  void menuWanted(const QPoint& global);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  void commit();
  void revert();
  void setMargins();
  QString restText() const;
  int captionWidth() const;
  int behindWidth() const;

  QString shown_, exact_, unit_, caption_;
  QColor captionColor_, swatch_;
  bool steppable_ = false, linked_ = false, wrong_ = false;
  bool pressed_ = false, dragging_ = false;
  int pressX_ = 0;
};

/// Steps for a drag of `pixels`, by the keys held: Shift fine, Ctrl coarse.
double scrubSteps(int pixels, Qt::KeyboardModifiers keys);

}  // namespace tendril
