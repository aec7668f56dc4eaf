// SPDX-License-Identifier: GPL-3.0-or-later
// Several objects at once, earlier runs beside this one, films, commands, what each workspace offers.
#include <test_paths.hpp>

#include <QClipboard>
#include <QLabel>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QToolButton>

#include "studio/app/actions/command_actions.hpp"
#include "studio/app/actions/run/record_actions.hpp"
#include "studio/app/layouts/panel_overlay.hpp"
#include "studio/app/panels/gallery_page.hpp"
#include "studio/app/panels/plots/plots_panel.hpp"
#include "studio/app/panels/plots/project_figures.hpp"
#include "studio/app/startup.hpp"
#include "tests/gui/studio/panels/inspector_hands.hpp"
#include "tests/support/events.hpp"
#include "widgets/gallery/gallery.hpp"
#include "widgets/inputs/input_panel.hpp"
#include "widgets/inspector/scrub_label.hpp"
#include "widgets/plots/run_chip.hpp"
#include "widgets/slider/value_slider.hpp"

namespace tendril {
namespace {

using Kind = TreeItem::Kind;

class WorkspacesTest : public InspectorHands {
 protected:
  void SetUp() override {
    QSettings().remove("lastLayout");
    QSettings().remove("inspector/depth");
    StudioTest::SetUp();
    window.resize(1440, 900);
    ASSERT_TRUE(soon([&] { return window.width() == 1440; }));
  }

  QString title() { return inspector().findChild<QLabel*>("inspector-name")->text(); }
  double lengthOf(int link) {
    const auto& body = window.description().links[static_cast<std::size_t>(link)].body;
    return std::get<description::RodBody>(*body).single.length.value;
  }
  const Document& document() { return window.document().document(); }
  QAction* action(const QString& name) { return window.findChild<QAction*>(name); }
  PlotsPanel& plots() { return *window.findChild<PlotsPanel*>(); }
  bool saysNotice(const QString& part) {
    for (const NoticeCard* card : window.view().notices().cards())
      if (card->notice().title.contains(part)) return true;
    return false;
  }
};

TEST_F(WorkspacesTest, SeveralLinksAreEditedInOneStep) {
  open(exampleNamed("tendon-arm-3-segments"), true);
  const std::string start = text();
  std::vector<Target> rods;
  for (const auto& link : window.description().links)
    if (link.body && std::holds_alternative<description::RodBody>(*link.body)) rods.push_back(Target::link(link.id));
  ASSERT_GE(rods.size(), 3u);
  rods.resize(3);
  window.selection().set(rods);
  EXPECT_EQ(title(), "3 links");
  const QString own = QString::fromStdString(pathOf(window.description(), rods.back()));
  auto* radius = field<QLineEdit>(own + ".body.section.radius[0]");
  ASSERT_TRUE(radius);
  EXPECT_EQ(radius->placeholderText(), "mixed");
  keep("inspector-several");
  type(own + ".body.length", "12 cm");
  for (const Target& rod : rods) EXPECT_EQ(lengthOf(linkIndexOf(*window.player().snapshot().model, rod.id)), 0.12);
  EXPECT_EQ(document().undoCount(), 1u);
  EXPECT_EQ(document().undoName(), "Set length of 3 links");
  window.document().undo();
  EXPECT_EQ(text(), start);
  // A drag of the name is one step for all of them.
  auto* length = field<QLineEdit>(own + ".body.length");
  auto* row = length->parentWidget();
  auto* label = row->findChild<ScrubLabel*>();
  ASSERT_TRUE(label);
  const QPoint at(10, label->height() / 2);
  QTest::mousePress(label, Qt::LeftButton, {}, at);
  for (int x = 4; x <= 40; x += 4) QTest::mouseMove(label, at + QPoint(x, 0));
  QTest::mouseRelease(label, Qt::LeftButton, {}, at + QPoint(40, 0));
  EXPECT_EQ(document().undoCount(), 1u);
  EXPECT_NE(text(), start);
  window.document().undo();
  EXPECT_EQ(text(), start);
  // Objects of two kinds have nothing in common.
  window.selection().toggle(Target::object(TargetKind::kMaterial, window.description().materials.items[0].id));
  EXPECT_EQ(title(), "4 objects");
  EXPECT_TRUE(inspector().rows().empty());
  EXPECT_TRUE(settled());
}

TEST_F(WorkspacesTest, AChoiceIsMadeForAll) {
  open(exampleNamed("hybrid-arm"), false);
  const std::string start = text();
  std::vector<Target> links;
  for (const auto& link : window.description().links)
    if (link.joint.type == JointType::kRevolute && links.size() < 3) links.push_back(Target::link(link.id));
  ASSERT_GE(links.size(), 2u);
  window.selection().set(links);
  const QString own = QString::fromStdString(pathOf(window.description(), links.back()));
  showEverything();
  type(own + ".joint.damping", "0.5");
  ASSERT_TRUE(settled());
  for (const Target& target : links)
    for (const auto& link : window.description().links)
      if (link.id == target.id) {
        EXPECT_EQ(link.joint.damping.values.front().value, 0.5) << link.name;
      }
  while (document().canUndo()) window.document().undo();
  EXPECT_EQ(text(), start);
}

TEST_F(WorkspacesTest, ALongDragIsOneStep) {
  open(exampleNamed("soft-manipulator"), true);
  const std::string start = text();
  clickInTree(Kind::kLink, "arm");
  auto* edit = field<QLineEdit>("links.arm.body.length");
  ASSERT_TRUE(edit);
  auto* label = edit->parentWidget()->findChild<ScrubLabel*>();
  // Through the window system: only then does Qt know that a button is down.
  const auto at = [&](int x) { return label->mapTo(&window, QPoint(10 + x, label->height() / 2)); };
  QWindow* handle = window.windowHandle();
  QTest::mousePress(handle, Qt::LeftButton, {}, at(0));
  QTest::mouseMove(handle, at(12));
  QTest::qWait(DocumentHost::kMergeMs + 700);  // a hand that thinks
  QTest::mouseMove(handle, at(28));
  QTest::mouseRelease(handle, Qt::LeftButton, {}, at(28));
  EXPECT_NE(text(), start);
  EXPECT_EQ(document().undoCount(), 1u);
  window.document().undo();
  EXPECT_EQ(text(), start);
}

TEST_F(WorkspacesTest, EarlierRunsLieOverThePlots) {
  open(exampleNamed("soft-manipulator"), true);
  window.panels().setWorkspace(Workspace::kRun);
  ASSERT_TRUE(soon([&] { return time() > 1.5; }));
  clickInTree(Kind::kLink, "arm");
  type("links.arm.body.length", "60 cm");
  ASSERT_TRUE(soon([&] { return window.player().runs()->size() == 2; }));
  window.player().reset();
  window.player().play();
  ASSERT_TRUE(soon([&] { return window.player().runs()->size() == 3 && running() && time() > 0.8; }));
  const std::uint64_t first = window.player().runs()->front()->id;
  click(window.status().runChip());
  QToolButton* compare = nullptr;
  ASSERT_TRUE(soon([&] {
    compare = window.status().runs().findChild<QToolButton*>(QStringLiteral("run_compare_%1").arg(first));
    return compare && compare->isVisible();
  }));
  click(compare);
  EXPECT_TRUE(compare->isChecked());
  PlotCard* card = plots().board().cards().front();
  const auto compared = [&]() -> const PlotCurve* {
    for (const PlotCurve& curve : card->canvas().curves())
      if (curve.kind == CurveKind::kOtherRun && curve.runName == "run 1" && curve.table) return &curve;
    return nullptr;
  };
  ASSERT_TRUE(soon([&] { return compared() != nullptr && compared()->table->size() > 10; }));
  ASSERT_TRUE(soon([&] { return card->findChild<RunChip*>() && card->findChild<RunChip*>()->isVisible(); }));
  EXPECT_EQ(card->findChild<RunChip*>()->name(), "run 1");
  QTest::keyClick(&window, Qt::Key_Escape);
  window.player().pause();
  ASSERT_TRUE(soon([&] { return plots().board().settled(); }));
  keep("plots-compared");
  // A new name is followed by the plots; the runs before it keep their curves under the new name.
  plots().board().addPlot({"arm.tip.x"});  // arranged, so kept in the project
  ASSERT_TRUE(soon([&] { return document().studio("plots").find("arm.tip.x") != std::string::npos; }));
  const QStringList before = card->signalTexts();
  ASSERT_TRUE(before.join(u' ').contains("arm."));
  std::vector<Problem> problems;
  ASSERT_TRUE(window.document().setField("links.arm.name", "\"trunk\"", problems));
  ASSERT_TRUE(soon([&] { return card->signalTexts().join(u' ').contains("trunk."); }));
  ASSERT_TRUE(soon([&] { return compared() != nullptr && compared()->table->size() > 10; }));
  EXPECT_TRUE(compared()->name.startsWith("trunk.")) << compared()->name.toStdString();
  EXPECT_TRUE(std::isfinite(compared()->table->value(compared()->column, 5)));
  EXPECT_TRUE(soon([&] { return document().studio("plots").find("trunk.") != std::string::npos; }));
  window.document().undo();
  ASSERT_TRUE(soon([&] { return card->signalTexts() == before; }));
}

TEST_F(WorkspacesTest, EveryWorkspaceHasSomethingToDo) {
  open(exampleNamed("soft-manipulator"), true);
  ASSERT_TRUE(soon([&] { return time() > 1; }));
  window.player().pause();
  ASSERT_TRUE(soon([&] { return !running(); }));
  window.panels().setWorkspace(Workspace::kAnalyse);
  EXPECT_TRUE(
      soon([&] { return window.panels().isPanelVisible("inputs") && window.panels().isPanelVisible("plots"); }));
  ASSERT_TRUE(action("findEquilibrium"));
  auto* slider = window.findChild<InputPanel*>()->findChild<ValueSlider*>();
  ASSERT_TRUE(slider);
  EXPECT_NE(slider->value(), 0) << "what pulls is shown also while the robot stands";
  keep("workspace-analyse");
  window.panels().setWorkspace(Workspace::kFigure);
  EXPECT_TRUE(soon([&] { return window.panels().isPanelVisible("picture"); }));
  EXPECT_FALSE(window.panels().isPanelVisible("tree"));
  EXPECT_FALSE(window.panels().isOverlaid("picture"));  // without the tree there is room beside the view
  keep("workspace-figure");
  auto* panel = window.findChild<PictureForm*>();
  ASSERT_TRUE(panel && panel->isVisible());
  const QString file = folder.filePath("figure.png");
  panel->setFile(file);
  panel->findChild<QSpinBox*>("picture_width")->setValue(321);
  panel->findChild<QSpinBox*>("picture_height")->setValue(123);
  click(panel->findChild<QWidget*>("picture_save"));
  ASSERT_TRUE(soon([&] { return QFile::exists(file); }));
  EXPECT_EQ(QImage(file).size(), QSize(321, 123));
  const CameraView before = window.view().viewport().camera();
  click(window.findChild<QPushButton*>("view_top"));
  EXPECT_TRUE(soon([&] { return std::abs(window.view().viewport().camera().elevation - before.elevation) > 0.5; }));
  click(window.findChild<QPushButton*>("figure_copy"));
  EXPECT_EQ(QApplication::clipboard()->image().size(), QSize(321, 123));
}

TEST_F(WorkspacesTest, FiguresOfTheProjectAreMadeAgainByOneClick) {
  qputenv("PATH", QByteArray(TENDRIL_BINARY_DIR "/studio/cli:") + qgetenv("PATH"));
  open(copyOf("double-pendulum"), false);
  window.panels().setWorkspace(Workspace::kFigure);
  auto* figures = window.findChild<ProjectFigures*>();
  ASSERT_TRUE(figures);
  const auto names = [&] { return window.findChild<QComboBox*>("figure_names"); };
  EXPECT_EQ(names()->currentText(), "phase");
  keep("figures");
  figures->addView();
  EXPECT_EQ(names()->count(), 2);
  EXPECT_EQ(names()->currentText(), "Figure 2");
  QSignalSpy ended(figures, &ProjectFigures::finished);
  const QString file = folder.filePath("seen.svg");
  figures->makeTo(file);  // not in the file yet
  ASSERT_EQ(ended.size(), 1);
  EXPECT_TRUE(ended[0][1].toString().contains("save the project first"));
  ASSERT_TRUE(window.document().save());
  figures->makeTo(file);
  ASSERT_TRUE(soon([&] { return ended.size() == 2; }));
  EXPECT_EQ(ended[1][1].toString(), "");
  QFile written(file);
  ASSERT_TRUE(written.open(QIODevice::ReadOnly));
  EXPECT_TRUE(written.readAll().contains("data:image/png;base64"));
}

TEST_F(WorkspacesTest, PanelsOverTheViewAreTabs) {
  open(exampleNamed("soft-manipulator"), false);
  window.resize(1200, 760);  // a wider window has room beside the view
  window.panels().setWorkspace(Workspace::kRun);
  auto* overlay = window.findChild<PanelOverlay*>();
  // Without a selection there is nothing to inspect, but inputs to pull.
  ASSERT_TRUE(soon([&] { return overlay->isVisible() && window.panels().isPanelVisible("inputs"); }));
  clickInTree(Kind::kLink, "arm");
  EXPECT_TRUE(soon([&] { return window.panels().isPanelVisible("inspector"); }));
  click(overlay->findChild<QWidget*>("overlay_tab_Inputs"));
  EXPECT_TRUE(soon([&] { return window.panels().isPanelVisible("inputs"); }));
  keep("overlay-tabs");
  clickInTree(Kind::kMaterial, "silicone");
  EXPECT_TRUE(window.panels().isPanelVisible("inputs")) << "the hand on the sliders is not disturbed";
  click(overlay->findChild<QWidget*>("overlay_close"));
  EXPECT_TRUE(soon([&] { return window.panels().isPanelVisible("inspector"); }));
  EXPECT_FALSE(window.panels().isPanelOpen("inputs"));
}

TEST_F(WorkspacesTest, TheRecordButtonMakesAFilm) {
  open(exampleNamed("soft-manipulator"), true);
  ASSERT_TRUE(soon([&] { return running(); }));
  auto* button = window.findChild<QToolButton*>("record_button");
  ASSERT_TRUE(button);
  auto* actions = window.findChild<RecordActions*>();
  click(button);
  ASSERT_TRUE(actions->recorder().isRecording());
  const QString path = actions->recorder().path();
  EXPECT_TRUE(soon([&] { return button->text() >= "0:01"; }));  // the time says that it records
  EXPECT_EQ(button->property("role").toString(), "recording");
  keep("recording");
  click(button);
  EXPECT_FALSE(actions->recorder().isRecording());
  ASSERT_TRUE(soon([&] { return saysNotice("is saved") || saysNotice("are saved"); }));
  EXPECT_TRUE(QFile::exists(path)) << path.toStdString();
  keep("recorded");
  EXPECT_EQ(button->property("role").toString(), "icon");
  if (!actions->recorder().writesPictures()) {
    EXPECT_GT(QFileInfo(path).size(), 2000);
  }
  QFile::remove(path);
}

TEST_F(WorkspacesTest, WhatWasDoneIsACommand) {
  const QString file = copyOf("soft-manipulator");
  open(file, true);
  auto* commands = window.findChild<CommandActions*>();
  ASSERT_TRUE(commands);
  ASSERT_TRUE(soon([&] { return time() > 0.5; }));
  EXPECT_TRUE(commands->command().startsWith("tendril simulate " + file)) << commands->command().toStdString();
  window.panels().setWorkspace(Workspace::kRun);
  PlotCard* card = plots().board().addPlot({"arm.tip.z", "'tendon 1'.tension", "'tendon 1'.signal"});
  card->canvas().setFocus();
  ASSERT_TRUE(soon([&] { return card->canvas().hasFocus(); }));
  QTest::keyClick(&card->canvas(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
  const QString plot = QApplication::clipboard()->text();
  EXPECT_TRUE(plot.startsWith("tendril plot " + file)) << plot.toStdString();
  EXPECT_TRUE(plot.contains("arm.tip.z")) << plot.toStdString();
  EXPECT_TRUE(plot.contains("tension")) << plot.toStdString();
  EXPECT_TRUE(plot.contains("--references")) << plot.toStdString();
  window.view().viewport().setFocus();
  window.player().pause();
  window.player().solveStatics();
  ASSERT_TRUE(soon([&] { return window.player().snapshot().statics != nullptr; }));
  EXPECT_TRUE(soon([&] { return commands->command().startsWith("tendril statics " + file); }))
      << commands->command().toStdString();
  // What the view shows is drawn again: its state, and what is shown besides bodies.
  window.findChild<QAction*>("overlay-tensions")->trigger();
  const QString render = commands->renderCommand();
  EXPECT_TRUE(render.contains(" --show tensions")) << render.toStdString();
  EXPECT_TRUE(render.contains(" --state <(echo '{\"t\": ")) << render.toStdString();
  // The shell can run it, and the state is what makes the picture.
  const auto drawn = [&](const QString& line) {
    QProcess shell;
    shell.setWorkingDirectory(folder.path());
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PATH", TENDRIL_BINARY_DIR "/studio/cli:" + environment.value("PATH"));
    shell.setProcessEnvironment(environment);
    shell.start("bash", {"-c", line});
    EXPECT_TRUE(shell.waitForFinished(60000) && shell.exitCode() == 0) << shell.readAllStandardError().toStdString();
    return QImage(folder.filePath("view.png"));
  };
  const QImage now = drawn(render), start = drawn(QString(render).remove(QRegularExpression(" --state <\\(.*\\)")));
  EXPECT_FALSE(now.isNull());
  EXPECT_EQ(now.size(), start.size());
  EXPECT_NE(now, start);
  std::fprintf(stderr, "%s\n%s\n%s\n", qPrintable(plot), qPrintable(commands->command()),
               qPrintable(commands->renderCommand()));
}

TEST_F(WorkspacesTest, WithoutAProjectTheGalleryComesBack) {
  StudioOptions options;
  openAtStart(window, options);
  window.gallery().hide();
  window.view().notices().show(
      {.severity = Notice::Severity::kWarning, .title = "Something was lost", .advice = {}, .details = {}});
  handleEvents();
  window.view().notices().dismissAll();
  ASSERT_TRUE(soon([&] {
    const auto* gallery = window.findChild<Gallery*>();
    return gallery && gallery->isVisible();
  }));
  open(exampleNamed("soft-manipulator"), false);
  window.view().notices().show(
      {.severity = Notice::Severity::kWarning, .title = "Something else", .advice = {}, .details = {}});
  window.view().notices().dismissAll();
  handleEvents();
  EXPECT_FALSE(window.findChild<Gallery*>()->isVisible());  // there is something to look at
}

}  // namespace
}  // namespace tendril
