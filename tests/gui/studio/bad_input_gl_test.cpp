// SPDX-License-Identifier: GPL-3.0-or-later
// Nonsense typed and pasted into every field of the inspector, of every kind of object of every example.
#include <QClipboard>
#include <QRegularExpression>

#include <set>

#include "tests/gui/studio/panels/inspector_hands.hpp"
#include "widgets/inspector/value_edit.hpp"

namespace tendril {
namespace {

struct BadText {
  const char* name;
  const char* text;
  bool pasted;
};
constexpr BadText kBadTexts[] = {
    {"letters", "abc", false},
    {"a number that no computer has", "1e400", false},
    {"nan", "nan", false},
    {"nothing", "", false},
    {"a paragraph",
     "It was a dark night.\n\nThe \"arm\" [attached] {still}: 5 cm, 30 deg; 1e999 = x'; and \t tabs \\ too.", true}};

class BadInputTest : public InspectorHands {
 protected:
  /// "link: body.section.radius": the same of every object of a kind and every entry of a list.
  static std::string distinct(const Target& target, const FieldRow& row, const Description& description) {
    const QString path = QString::fromStdString(row.path);
    const QString owner = QString::fromStdString(pathOf(description, target));
    QString field = path.startsWith(owner) ? path.mid(owner.size()) : path;
    static const QRegularExpression index(QStringLiteral("\\[\\d+\\]"));
    field.remove(index);
    if (field.startsWith(u".outputs.")) field = QStringLiteral(".outputs.*");
    return std::to_string(static_cast<int>(target.kind)) + field.toStdString() + ":" +
           std::to_string(static_cast<int>(row.kind)) + (row.parts.empty() ? "" : "+");
  }

  static void put(ValueEdit* edit, const BadText& bad) {
    QTest::keyClick(edit, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(edit, Qt::Key_Delete);
    if (bad.pasted) {
      QApplication::clipboard()->setText(QString::fromUtf8(bad.text));
      QTest::keyClick(edit, Qt::Key_V, Qt::ControlModifier);
    } else {
      QTest::keyClicks(edit, bad.text);
    }
    QTest::keyClick(edit, Qt::Key_Return);
  }

  /// An empty text means “none”, “no limit” or “the default” in these.
  static bool mayBeEmpty(const FieldRow& row) {
    return row.optional || row.kind == FieldKind::kColor || row.path.find("limits") != std::string::npos;
  }

  /// Texts, and what only the built robot can judge: files, formulas of its signals, what a variant sets.
  static bool takesAnyText(const FieldRow& row) {
    return row.kind == FieldKind::kText || row.kind == FieldKind::kFile || row.path.starts_with("variants.") ||
           row.variables.find("signals") != std::string::npos;
  }

  void tryField(const FieldRow& row, const QString& name) {
    auto* edit = field<ValueEdit>(name);
    if (!edit || !edit->isEnabled()) return;
    ++fields_;
    click(edit);
    ASSERT_TRUE(soon([&] { return edit->hasFocus(); })) << name.toStdString();
    const QString before = edit->text();
    for (const BadText& bad : kBadTexts) {
      SCOPED_TRACE(name.toStdString() + ", " + bad.name);
      put(edit, bad);
      ++texts_;
      const bool same = text() == start_;
      if (takesAnyText(row) || (!*bad.text && (mayBeEmpty(row) || before.isEmpty()))) {
        // Any text is a text: it is taken, or what is wrong with it is said.
        EXPECT_TRUE(!same || !errorAt(edit).isEmpty() || before == edit->text() || edit->text().isEmpty());
      } else {
        EXPECT_TRUE(same) << "taken as " << edit->text().toStdString();
        EXPECT_FALSE(errorAt(edit).isEmpty()) << "nothing is said";
        EXPECT_TRUE(edit->isWrong());
      }
      if (!errorAt(edit).isEmpty()) {
        expectSeen(edit);
        QTest::keyClick(edit, Qt::Key_Escape);
        EXPECT_TRUE(errorAt(edit).isEmpty());
        EXPECT_EQ(edit->text(), before) << "Escape puts the value back";
      }
      while (window.document().document().canUndo()) QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
      ASSERT_EQ(text(), start_);
      // An edit that was taken may have made the form anew.
      edit = field<ValueEdit>(name);
      ASSERT_TRUE(edit);
      if (!edit->hasFocus()) click(edit);
    }
  }

  /// The message stands below its field, inside the form, in a row that has grown by it.
  void expectSeen(ValueEdit* edit) {
    QWidget* row = edit->parentWidget();
    EXPECT_GT(row->height(), edit->geometry().bottom() + 8) << "no room for the message";
    EXPECT_EQ(row->accessibleDescription(), errorAt(edit));
    EXPECT_FALSE(row->visibleRegion().isEmpty());
  }

  void tryObject(const Target& target) {
    window.selection().select(target);
    const std::vector<FieldRow> rows = inspector().rows();
    for (const FieldRow& row : rows) {
      if (!seen_.insert(distinct(target, row, window.description())).second) continue;
      std::vector<QString> names{QString::fromStdString(row.path)};
      for (const FieldPart& part : row.parts) names.push_back(QString::fromStdString(part.path));
      for (const QString& name : names) {
        ASSERT_NO_FATAL_FAILURE(tryField(row, name));
      }
    }
  }

  std::string start_;
  std::set<std::string> seen_;
  int fields_ = 0, texts_ = 0;
};

TEST_F(BadInputTest, IsRefusedAtEveryFieldAndChangesNothing) {
  showEverything();
  for (const Example& example : findExamples()) {
    SCOPED_TRACE(example.title.toStdString());
    open(example.path, false);
    showEverything();
    start_ = text();
    for (const Target& target : targetsOf(window.description())) {
      ASSERT_NO_FATAL_FAILURE(tryObject(target));
    }
    EXPECT_FALSE(window.document().isDirty());
    EXPECT_FALSE(window.document().document().canUndo());
  }
  RecordProperty("fields", fields_);
  std::printf("%d fields, %d texts\n", fields_, texts_);
  EXPECT_GT(fields_, 60);
}

TEST_F(BadInputTest, TheMessageStaysUntilItIsMended) {
  open(exampleNamed("soft-manipulator"), true);
  clickInTree(TreeItem::Kind::kMaterial, "silicone");
  const std::string before = text();
  type("materials.silicone.young", "soft", Qt::Key_Tab);
  auto* edit = field<ValueEdit>("materials.silicone.young");
  ASSERT_TRUE(edit);
  EXPECT_FALSE(errorAt(edit).isEmpty());
  EXPECT_EQ(edit->text(), "soft") << "what was typed can be mended";
  keep("bad-input-light");
  clickInTree(TreeItem::Kind::kProject, "Soft manipulator");
  clickInTree(TreeItem::Kind::kMaterial, "silicone");
  edit = field<ValueEdit>("materials.silicone.young");
  ASSERT_TRUE(edit);
  EXPECT_TRUE(errorAt(edit).isEmpty());
  EXPECT_EQ(text(), before);
  type("materials.silicone.young", "2 MPa");
  EXPECT_NE(text(), before);
}

}  // namespace
}  // namespace tendril
