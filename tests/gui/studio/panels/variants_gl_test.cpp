// SPDX-License-Identifier: GPL-3.0-or-later
// Variants in the window: made, edited, switched while the robot runs, run together.
#include <QAction>
#include <QClipboard>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QTreeView>

#include <vtkPolyData.h>

#include "core/project/project.hpp"
#include "render/scene/ghost.hpp"
#include "studio/app/panels/inspector/inspector_panel.hpp"
#include "studio/app/panels/variants/variants_panel.hpp"
#include "studio/document/variants/variant_patch.hpp"
#include "tests/gui/studio/studio_fixture.hpp"

namespace tendril {
namespace {

class VariantsTest : public StudioTest {
 protected:
  VariantsView& view() { return window.findChild<VariantsPanel*>()->view(); }
  QTreeView& list() { return *window.findChild<QTreeView*>("variants"); }
  QTreeView& table() { return *window.findChild<QTreeView*>("variantResults"); }
  QToolButton& chip() { return *window.findChild<QToolButton*>("variantChip"); }
  const Document& document() { return window.document().document(); }
  QString variant() { return QString::fromStdString(document().variant()); }
  void look() {
    window.panels().setWorkspace(Workspace::kAnalyse);
    window.panels().showPanel("variants");
    handleEvents();
  }
  void click(const char* name) { QTest::mouseClick(window.findChild<QWidget*>(name), Qt::LeftButton); }
  QModelIndex rowOf(const QString& name) {
    for (int i = 0; i < list().model()->rowCount(); ++i)
      if (list().model()->index(i, 0).data().toString() == name) return list().model()->index(i, 0);
    return {};
  }
  void choose(const QString& name) {
    list().scrollTo(rowOf(name));
    const QRect place = list().visualRect(rowOf(name));
    QTest::mouseClick(list().viewport(), Qt::LeftButton, {}, QPoint(place.right() - 4, place.center().y()));
  }
  /// Types into the editor that is open in the list.
  void type(const QString& text) {
    auto* editor = list().viewport()->findChild<QLineEdit*>();
    ASSERT_NE(editor, nullptr);
    editor->selectAll();
    QTest::keyClicks(editor, text);
    QTest::keyClick(editor, Qt::Key_Return);
    handleEvents();
  }
  /// Types a value into a field of the inspector.
  void set(const QString& path, const QString& value) {
    window.panels().showPanel("inspector");
    window.selection().select(targetOf(window.document().description(), path.toStdString()));
    Inspector& form = window.findChild<InspectorPanel*>()->inspector();
    form.setDepth(description::Depth::kAll);
    ASSERT_TRUE(form.showField(path)) << path.toStdString();
    auto* field = form.findChild<QWidget*>("field:" + path);
    ASSERT_NE(field, nullptr);
    QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(field, value);
    QTest::keyClick(field, Qt::Key_Return);
    handleEvents();
  }
  std::string said(const std::string& name, const std::string& path) {
    const VariantPatch* patch = patchOf(document().base(), name);
    for (const auto& [at, value] : patch ? patch->entries : decltype(patch->entries)())
      if (at == path) return value.text;
    return {};
  }
  bool ran() { return view().hasResults() && window.findChild<QPushButton*>("runVariants")->text().contains("Run"); }
  QString cell(int row, int column) { return table().model()->index(row, column).data().toString(); }
};

TEST_F(VariantsTest, IsMadeEditedShownAndUndoneByHand) {
  open(copyOf("double-pendulum"), true);
  ASSERT_TRUE(soon([&] { return time() > 0.1; }));
  look();
  const std::string before = text();
  EXPECT_FALSE(chip().isVisible());
  click("addVariant");
  ASSERT_TRUE(list().viewport()->findChild<QLineEdit*>() != nullptr);
  type("heavy");
  EXPECT_EQ(variant(), "heavy");
  EXPECT_TRUE(chip().isVisible());
  EXPECT_TRUE(chip().text().contains("heavy"));
  const description::Link& link = document().base().links.back();
  const std::string path = "links." + link.name + ".body.mass";
  std::vector<Problem> problems;
  const double mass = *numberAt(document().base(), path, problems);
  ASSERT_TRUE(settled());
  const std::uint64_t generation = window.player().snapshot().generation;
  set(QString::fromStdString(path), "7.5");
  EXPECT_EQ(said("heavy", path), "7.5");
  EXPECT_EQ(*numberAt(document().base(), path, problems), mass);
  ASSERT_TRUE(settled());
  ASSERT_TRUE(soon([&] { return window.player().snapshot().generation > generation; }));
  const double t = time();
  keep("variants-inspector-light");
  // The run goes on from where it is.
  window.panels().showPanel("variants");
  choose("Base");
  click("showVariant");
  EXPECT_EQ(variant(), "");
  ASSERT_TRUE(settled());
  ASSERT_TRUE(soon([&] { return time() > t; }));
  EXPECT_EQ(*numberAt(document().description(), path, problems), mass);
  choose("heavy");
  QTest::keyClick(&list(), Qt::Key_Return);
  EXPECT_EQ(variant(), "heavy");
  // Another name, a copy, deleting by keys; each is one step.
  QTest::keyClick(&list(), Qt::Key_F2);
  type("heavy hand");
  EXPECT_EQ(variant(), "heavy hand");
  click("duplicateVariant");
  type("third");
  EXPECT_EQ(said("third", path), "7.5");
  choose("third");
  QTest::keyClick(&list(), Qt::Key_Delete);
  EXPECT_EQ(document().base().variants.entries.size(), 1U);
  while (document().canUndo()) QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier), handleEvents();
  EXPECT_EQ(text(), before);
  EXPECT_EQ(variant(), "");
  EXPECT_FALSE(chip().isVisible());
}

TEST_F(VariantsTest, ObjectsThatComeAreToldToBeOfTheBase) {
  open(copyOf("variable-stiffness-3r"), false);
  look();
  choose("soft");
  click("showVariant");
  ASSERT_EQ(variant(), "soft");
  const std::size_t links = document().base().links.size();
  ASSERT_TRUE(window.document().tell(edits::addLink(LinkTemplate::kRigid, document().base().links.back().id)));
  EXPECT_EQ(document().base().links.size(), links + 1);
  EXPECT_EQ(variant(), "soft");
  QMenu& menu = *chip().menu();
  Q_EMIT menu.aboutToShow();
  EXPECT_EQ(menu.actions()[0]->text(), "Base");
  EXPECT_TRUE(menu.actions()[1]->isChecked());
  menu.actions()[0]->trigger();
  EXPECT_EQ(variant(), "");
}

TEST_F(VariantsTest, RunTogetherTheyLieOverEachOther) {
  const QString file = copyOf("variable-stiffness-3r");
  open(file, true);
  look();
  EXPECT_EQ(view().chosen(), QStringList({"soft", "stiff"}));
  click("runVariants");
  ASSERT_TRUE(soon([&] { return ran(); }));
  ASSERT_EQ(table().model()->rowCount(), 3);
  EXPECT_EQ(cell(0, 0), "Base");
  EXPECT_EQ(cell(1, 0), "soft");
  EXPECT_EQ(cell(1, 1), "1");
  EXPECT_EQ(cell(1, 2), cell(0, 2));
  EXPECT_GT(cell(1, 3).toDouble(), 0);
  ASSERT_TRUE(soon([&] { return view().plot().curves().size() == 3; }));
  Viewport& viewport = window.view().viewport();
  ASSERT_TRUE(soon([&] { return viewport.others().size() == 3; }));
  keep("variants-light");
  AppTheme::instance().setMode(ThemeMode::kDark);
  keep("variants-dark");
  AppTheme::instance().setMode(ThemeMode::kLight);
  // The glass goes along with the time in the view.
  window.player().pause();
  ASSERT_TRUE(soon([&] { return !running(); }));
  const auto extent = [&](std::size_t k) {
    double b[6];
    viewport.others()[k]->mesh()->ComputeBounds();
    viewport.others()[k]->mesh()->GetBounds(b);
    return Eigen::Map<const Eigen::Matrix<double, 6, 1>>(b).eval();
  };
  window.player().seek(0);
  ASSERT_TRUE(soon([&] { return time() < 1e-9; }));
  ASSERT_TRUE(soon([&] { return (extent(0) - extent(1)).norm() < 1e-6; }));
  const Eigen::Matrix<double, 6, 1> start = extent(1);
  const double last = window.player().snapshot().liveTime;
  ASSERT_GT(last, 0.05);
  window.player().seek(last);
  ASSERT_TRUE(soon([&] { return (extent(1) - start).norm() > 1e-4; }));
  click("copyVariantCommand");
  const QString lines = QApplication::clipboard()->text();
  EXPECT_EQ(lines.split(u'\n').size(), 3);
  EXPECT_TRUE(lines.contains("--variant soft --out soft.csv")) << lines.toStdString();
  click("copyVariantTable");
  EXPECT_EQ(QApplication::clipboard()->text().split(u'\n').size(), 4);
  click("removeVariantRuns");
  EXPECT_TRUE(viewport.others().empty());
  EXPECT_FALSE(table().isVisible());
}

TEST_F(VariantsTest, AWrongOneSaysSoAtItsRowAndOthersRun) {
  const QString file = copyOf("double-pendulum");
  open(file, false);
  const std::string link = document().base().links.back().name;
  const std::string mass = "links." + link + ".body.mass";
  const auto keepIn = [](const char* name, const std::string& path, const char* value) {
    return Edit{"Keep", [=](Description& project, std::vector<Problem>&) {
                  auto& entries = project.variants.entries;
                  entries.emplace_back(name, VariantPatch());
                  setChange(entries.back().second, path, value);
                  return true;
                }};
  };
  ASSERT_TRUE(window.document().tell(keepIn("good", mass, "2")));
  ASSERT_TRUE(window.document().tell(keepIn("gone", "links.nobody.body.mass", "2")));
  ASSERT_TRUE(window.document().tell(keepIn("negative", mass, "-2")));
  look();
  const QModelIndex gone = rowOf("gone"), negative = rowOf("negative");
  EXPECT_TRUE(list().model()->index(0, 0, gone).data().toString().contains("nobody"));
  EXPECT_TRUE(
      list().model()->index(list().model()->rowCount(negative) - 1, 0, negative).data().toString().contains("mass"));
  choose("negative");
  click("showVariant");
  EXPECT_EQ(variant(), "");
  click("runVariants");
  ASSERT_TRUE(soon([&] { return ran(); }));
  ASSERT_EQ(table().model()->rowCount(), 4);
  EXPECT_EQ(cell(1, 0), "good");
  EXPECT_TRUE(cell(1, 4).endsWith(u'm')) << cell(1, 4).toStdString();
  EXPECT_TRUE(cell(2, 0).startsWith("gone: ")) << cell(2, 0).toStdString();
  EXPECT_TRUE(cell(3, 0).startsWith("negative: ")) << cell(3, 0).toStdString();
  keep("variants-wrong");
  // Ticks by key: what is not ticked does not run.
  choose("gone");
  QTest::keyClick(&list(), Qt::Key_Space);
  EXPECT_EQ(view().chosen(), QStringList({"good", "negative"}));
}

}  // namespace
}  // namespace tendril
