// SPDX-License-Identifier: GPL-3.0-or-later
// A form for the fields of one object, made from rows.
#pragma once

#include <QWidget>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/form/field_rows.hpp"
#include "widgets/inspector/field_note.hpp"

class QAction;

namespace tendril {

struct RotorAllocation;

/// Shows rows as a form in three depths, with groups that fold, a filter, and one editor per kind of value. It never
/// changes a value by itself: it asks by signals, and shows what setRows says. Field widgets are named
/// "field:" + path, the widget of one part of a vector by the part's path ("field:gravity[2]"); a focusable widget
/// each.
class Inspector : public QWidget {
  Q_OBJECT
 public:
  explicit Inspector(QWidget* parent = nullptr);
  ~Inspector() override;

  /// What the form is of: "arm", "Link", icon of assets/icons.
  void setTitle(const QString& name, const QString& kind, const QString& icon);
  /// Shows these rows. Where only values changed, nothing is rebuilt; scroll position, focus, what is being typed and
  /// folded groups stay. Errors at fields whose value changed go away. No rows: `emptyText`.
  void setRows(std::vector<FieldRow> rows);
  const std::vector<FieldRow>& rows() const;
  /// Named parameters that fields can be bound to.
  void setParameters(std::vector<std::pair<std::string, double>> parameters);
  /// The unit of all lengths, "mm" or "m", however long; empty: by their size.
  void setLengthUnit(const QString& unit);
  /// The signal that a field's value is ("arm.q[0]"); empty: none. Such rows offer to plot it.
  void setSignalOf(std::function<QString(const QString& path)> signalOf);
  /// Variants of the project, in which values can be kept.
  void setVariants(const QStringList& variants);
  /// The variant that is shown (empty: the project itself) and the paths that it changes, each with the value of the
  /// project itself: such rows are marked, and resetRequested() of them means that value.
  void setChanged(const QString& variant, const std::map<std::string, QString>& paths);
  /// A line below the title: where the numbers of the whole object come from; may be empty.
  void setOrigin(const QString& text);
  /// A line of numbers below the title that changes while the robot moves; may be empty.
  void setLive(const QString& text);
  /// Lines below the title with what follows from the fields; may be empty.
  void setDerived(const QString& text);
  /// The rotors of what is shown, below the title; without any there is no picture.
  void setRotors(const RotorAllocation& rotors);
  /// Lines below the fields at these paths, in place of those before; a cure is asked for by edited().
  void setNotes(const std::vector<std::pair<QString, FieldNote>>& notes);
  /// A button in the title; null: none.
  void setAction(QAction* action);
  /// What is said when there is nothing to show.
  void setEmptyText(const QString& text);

  description::Depth depth() const;
  void setDepth(description::Depth depth);
  /// Shows only rows whose label, key or meaning contains the text; empty: all.
  void setFilter(const QString& text);

  /// Unfolds, scrolls to and focuses the field at a path, or what holds it. False if there is none.
  bool showField(const QString& path);
  /// The same without taking the focus.
  bool revealField(const QString& path);

 public Q_SLOTS:
  /// A sentence below the field at `path` (or the nearest around it), which turns red; empty: takes it away. What was
  /// typed stays so that it can be mended; Escape puts the value back.
  void setError(const QString& path, const QString& text);
  void clearErrors();

 Q_SIGNALS:
  /// A new value for setByPath. Edits with one mergeKey belong together (a drag, a series of arrow keys) until
  /// editFinished(). An empty key: an edit of its own.
  void edited(const QString& path, const QString& json, const QString& mergeKey);
  void editFinished();
  /// Back to the default; removes an optional.
  void resetRequested(const QString& path);
  /// Another kind: of a kChoice row, or of a group that is one (empty option: remove it).
  void choiceRequested(const QString& path, const QString& option);
  /// One more entry of a list or map (withEntry); `name`: the key chosen for a map, empty where there is no choice.
  void entryRequested(const QString& path, const QString& name);
  /// "Make a parameter of this value": add a parameter and bind the field to it.
  void parameterRequested(const QString& path, const QString& suggestedName);
  /// The rotation at `path` (…rpy or …quaternion) in the other way of writing: its key's value as JSON.
  void rotationRequested(const QString& path, const QString& json);
  /// Go to the object that a reference names.
  void referenceActivated(const QString& path, const QString& name);
  /// Plot the signal that this field's value is.
  void pinRequested(const QString& path);
  /// Choose a file for this field.
  void fileRequested(const QString& path);
  /// This file was dropped on the field.
  void fileDropped(const QString& path, const QString& file);
  /// Say where the value comes from.
  void originRequested(const QString& path);
  /// Keep the value in a variant of the project; empty: in a new one.
  void variantRequested(const QString& path, const QString& variant);
  /// Another name for an entry of a map.
  void entryRenameRequested(const QString& path);
  void depthChanged(description::Depth depth);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tendril
