// SPDX-License-Identifier: GPL-3.0-or-later
// A form over a real project, for tests that type, drag and drop in it.
#pragma once

#include <gtest/gtest.h>

#include <QApplication>
#include <QTest>

#include <algorithm>

#include <test_paths.hpp>
#include "core/project/project.hpp"
#include "widgets/inspector/inspector.hpp"
#include "widgets/inspector/row_base.hpp"
#include "widgets/inspector/value_edit.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {

/// A form over a real project; edits that the reader accepts are made, others are told at the field.
class InspectorTest : public testing::Test {
 protected:
  void SetUp() override {
    AppTheme::instance().install();
    AppTheme::instance().setMode(ThemeMode::kLight);
    open("soft-manipulator", "links.arm");
    form.resize(320, 700);
    form.show();
    form.activateWindow();
    QApplication::setActiveWindow(&form);
    QObject::connect(&form, &Inspector::edited, &form,
                     [this](const QString& path, const QString& json, const QString& key) {
                       edits << path + u'=' + json;
                       keys << key;
                       std::vector<Problem> problems;
                       if (setByPath(project, path.toStdString(), json.toStdString(), problems))
                         show();
                       else
                         form.setError(path, QString::fromStdString(problems[0].message));
                     });
  }
  void open(const std::string& example, const std::string& path) {
    ReadResult read =
        readProject(std::string(TENDRIL_SOURCE_DIR "/assets/examples/") + example + '/' + example + ".tendril.json");
    ASSERT_TRUE(read.ok());
    project = read.description;
    object = path;
    show();
  }
  void show() {
    form.setParameters(parameterValues(project));
    form.setRows(fieldRows(project, object));
  }
  template <class T = ValueEdit>
  T* field(const QString& path) {
    auto* found = form.findChild<T*>(QStringLiteral("field:") + path);
    EXPECT_TRUE(found) << path.toStdString();
    return found;
  }
  /// Types into a field as a person does.
  void type(const QString& path, const QString& text, Qt::Key end = Qt::Key_Return) {
    ValueEdit* edit = field(path);
    ASSERT_TRUE(edit);
    edit->setFocus(Qt::MouseFocusReason);
    edit->selectAll();
    QTest::keyClick(edit, Qt::Key_Delete);
    const bool ascii = std::all_of(text.begin(), text.end(), [](QChar c) { return c.unicode() < 128; });
    if (ascii)
      QTest::keyClicks(edit, text);
    else
      edit->insert(text);  // as an input method does
    QTest::keyClick(edit, end);
  }
  QString errorAt(const QString& path) { return dynamic_cast<RowBase*>(field(path)->parentWidget())->error(); }

  Description project;
  std::string object;
  QStringList edits, keys;
  Inspector form;
};

}  // namespace tendril
