// SPDX-License-Identifier: GPL-3.0-or-later
// What all rows of the form share. Internal to widgets/inspector.
#pragma once

#include <QStringList>
#include <QWidget>

#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "core/form/field_rows.hpp"
#include "widgets/inspector/field_note.hpp"

class QMenu;
class QToolButton;

namespace tendril {

class Inspector;

/// What the rows of one form know together.
struct FormContext {
  Inspector* form = nullptr;
  std::vector<std::pair<std::string, double>> parameters;
  std::function<void(const QString& path)> removeEntry;  ///< of a list or map
  std::function<QString(const QString& path)> signalOf;  ///< that a field's value is; null: of none
  std::map<std::string, FieldNote> notes;                ///< by path
  QString lengthUnit;                                    ///< of all lengths, "mm"; empty: by their size
  QStringList variants;                                  ///< in which values can be kept
  QString variant;                                       ///< that is shown; empty: the project itself
  std::map<std::string, QString> changed;  ///< paths that it changes, with the value of the project itself
  bool origins = false;                    ///< below each row whose source is known stands what it is
  int gestures = 0;                        ///< counts drags and series of steps, each one undo step
};

/// A row of the form: a line, and below it what is to be told of its value, and what is wrong with it.
class RowBase : public QWidget {
  Q_OBJECT
 public:
  static constexpr int kMargin = 12, kIndent = 12, kTail = 20;  ///< tail: dot or button at the right end

  RowBase(FormContext& context, const FieldRow& row, QWidget* parent);

  const FieldRow& row() const { return row_; }
  /// Shows another value of the same shape. An error of a value that changed goes away.
  void setRow(const FieldRow& row);
  void setError(const QString& text);
  void setNote(const FieldNote& note);
  const QString& error() const { return error_; }
  /// Height in a form of this width.
  int heightFor(int width) const;
  /// Where the cursor goes for this path (of the row or of one of its parts).
  virtual QWidget* fieldFor(const QString& path) = 0;
  /// Same widgets would be made for it.
  static bool sameShape(const FieldRow& a, const FieldRow& b);

 Q_SIGNALS:
  void heightChanged();

 protected:
  virtual void showValue() = 0;
  virtual void showWrong(bool wrong) = 0;
  virtual void place(int width) = 0;
  virtual int linesHeight() const;
  /// Left edge and width of what stands behind the label.
  int labelLeft() const { return kMargin + kIndent * std::max(0, row_.level - 1); }
  int fieldLeft() const;
  int fieldRight() const { return width() - kTail; }
  QString path() const { return QString::fromStdString(row_.path); }
  void emitEdit(const QString& path, const QString& json, const QString& mergeKey = {});
  void openMenu(const QPoint& global, QWidget* field = nullptr);
  /// The value of the project itself where the variant that is shown has another one; null: it has not.
  const QString* changedFrom() const;
  /// Where the dot stands that says "not the default", or in the accent "not that of the project itself"; a click on it
  /// resets.
  QRect dotRect() const;
  bool hasDot() const;
  /// Where the icon stands, while the pointer is over the row, that plots the signal.
  QRect pinRect() const;

  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  bool event(QEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;

  FormContext& context_;
  FieldRow row_;

 private:
  void addParameterActions(QMenu& menu);
  void addValueActions(QMenu& menu);
  void addRotationAction(QMenu& menu);
  void addSourceActions(QMenu& menu);
  void addEntryActions(QMenu& menu);
  int textHeight(const QString& text, int width) const;
  int noteHeight(int width) const;
  QRect noteRoom(int width) const;
  void placeCure();
  void paintNote(QPainter& painter) const;
  QString originLine() const;

  QString error_;
  FieldNote note_;
  QToolButton* cure_ = nullptr;
  QString signal_;  ///< while the pointer is over the row
};

}  // namespace tendril
