// SPDX-License-Identifier: GPL-3.0-or-later
// What hands do at tree and inspector of a real window.
#pragma once

#include <QApplication>
#include <QLineEdit>
#include <QMenu>
#include <QScrollArea>

#include "tests/gui/studio/studio_fixture.hpp"
#include "widgets/inspector/choice_field.hpp"
#include "widgets/inspector/inspector.hpp"
#include "widgets/inspector/row_base.hpp"

namespace tendril {

class InspectorHands : public StudioTest {
 protected:
  Inspector& inspector() { return *window.findChild<Inspector*>(); }

  /// Clicks the row of the tree that bears this name.
  void clickInTree(TreeItem::Kind kind, const QString& name) {
    RobotTree& tree = window.tree();
    for (const TreeRow& row : tree.rows()) {
      if (row.item.kind != kind || row.text != name) continue;
      const QModelIndex index = tree.indexOf(row.item);
      tree.scrollTo(index);
      QTest::mouseClick(tree.viewport(), Qt::LeftButton, {}, tree.visualRect(index).center());
      return;
    }
    ADD_FAILURE() << "the tree has no " << name.toStdString();
  }

  /// The widget of a field, scrolled into sight; null if there is none to be seen.
  template <class T = QWidget>
  T* field(const QString& path) {
    T* found = inspector().findChild<T*>("field:" + path);
    if (!found || !found->isVisible()) return nullptr;
    if (auto* scroll = inspector().findChild<QScrollArea*>()) scroll->ensureWidgetVisible(found, 0, 8);
    return found;
  }

  /// Error text below a field.
  static QString errorAt(QWidget* field) {
    auto* row = dynamic_cast<RowBase*>(field->parentWidget());
    return row ? row->error() : QString();
  }

  static void click(QWidget* widget) { QTest::mouseClick(widget, Qt::LeftButton, {}, widget->rect().center()); }

  /// Double-clicks into a field, replaces what stands there and confirms.
  void type(const QString& path, const QString& text, Qt::Key end = Qt::Key_Return) {
    auto* edit = field<QLineEdit>(path);
    ASSERT_TRUE(edit) << path.toStdString();
    QTest::mouseDClick(edit, Qt::LeftButton, {}, edit->rect().center());
    QTest::mouseRelease(edit, Qt::LeftButton, {}, edit->rect().center());  // else the button counts as held
    ASSERT_TRUE(soon([&] { return edit->hasFocus(); })) << path.toStdString();
    QTest::keyClick(edit, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(edit, text);
    QTest::keyClick(edit, end);
  }

  /// Opens the menu of a field with choices and clicks the one with this text.
  void choose(const QString& path, const QString& text) {
    auto* choice = field<ChoiceField>(path);
    ASSERT_TRUE(choice) << path.toStdString();
    click(choice);
    ASSERT_TRUE(soon([] { return QApplication::activePopupWidget() != nullptr; }));
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    ASSERT_TRUE(menu);
    for (QAction* action : menu->actions())
      if (action->text() == text)
        return QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
    menu->close();
    FAIL() << path.toStdString() << " does not offer " << text.toStdString();
  }

  void showEverything() {
    for (QAbstractButton* button : inspector().findChildren<QAbstractButton*>("inspector-depth-2")) click(button);
  }
};

}  // namespace tendril
