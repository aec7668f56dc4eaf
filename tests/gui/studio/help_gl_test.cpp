// SPDX-License-Identifier: GPL-3.0-or-later
// F1 in a real window: from fields, panels, popovers and dialogs to the section of the guide about them.
#include <QCursor>
#include <QDialog>
#include <QDockWidget>
#include <QRegularExpression>

#include <map>
#include <set>

#include "studio/app/layouts/panel_host.hpp"
#include "tests/gui/studio/panels/inspector_hands.hpp"
#include "widgets/floating/popover.hpp"
#include "widgets/help/guide.hpp"
#include "widgets/help/help_card.hpp"
#include "widgets/help/shortcut_sheet.hpp"
#include "widgets/picture/film_dialog.hpp"
#include "widgets/picture/picture_dialog.hpp"
#include "widgets/timeline/timeline.hpp"
#include "widgets/tree/array_dialog.hpp"

namespace tendril {
namespace {

class HelpTest : public InspectorHands {
 protected:
  static QString guideFolder() { return assetsFolder() + "/guide"; }
  static std::string headingOf(const QString& address) {
    return Guide::headingAt(guideFolder(), QUrl(address)).toStdString();
  }
  static bool hasFormulaAndSource(const QString& address) {
    static const QRegularExpression formula("```\n[^`]*=[^`]*```"),
        source("Sources: .*(\\[(gvs|kane|lie|higher|vsa)\\]|(rods|trees|primitives|engine|conventions)\\.md §)");
    const QString section = Guide::sectionAt(guideFolder(), QUrl(address));
    return section.contains(formula) && section.contains(source);
  }
  HelpCard& card() { return *window.findChild<HelpCard*>(); }
  /// Where the guide is that opens for `owner`; empty: none did.
  static std::string shownBy(const QWidget& owner) {
    const auto* guide = owner.findChild<Guide*>({}, Qt::FindDirectChildrenOnly);
    return guide && guide->isVisible() ? guide->shown().toString().toStdString() : "";
  }
  void pressF1() {
    QTest::keyClick(window.focusWidget() ? window.focusWidget() : &window, Qt::Key_F1);
    handleEvents();
  }
};

TEST_F(HelpTest, AFieldLeadsToItsFormula) {
  open(exampleNamed("soft-manipulator"), false);
  const description::Link& arm = window.description().links.front();
  window.selection().select(Target::link(arm.id));
  const QString path = "links." + QString::fromStdString(arm.name);
  ASSERT_TRUE(soon([&] { return field(path + ".body.length"); }));
  const QWidget* length = field(path + ".body.length");
  QCursor::setPos(length->mapToGlobal(length->rect().center()));
  ASSERT_TRUE(soon([&] {
    const QWidget* under = QApplication::widgetAt(QCursor::pos());
    return under == length || length->isAncestorOf(under);
  }));
  pressF1();
  ASSERT_TRUE(soon([&] { return card().isVisible(); }));
  EXPECT_EQ(card().guide(), "formulas.md#strains-of-rods");
  EXPECT_TRUE(card().findChild<QLabel*>("help_guide")->text().contains("Strains of rods"));
  keep("help-field-light");
  QTest::keyClick(&card(), Qt::Key_F1);
  EXPECT_TRUE(soon([&] { return shownBy(window) == "formulas.md#strains-of-rods"; })) << shownBy(window);
  EXPECT_FALSE(card().isVisible());
}

TEST_F(HelpTest, EveryPanelLeadsToASection) {
  const std::set<QString> mathematics = {"modes",      "linear",    "derivatives", "inverse",
                                         "divergence", "workspace", "inspector"};
  open(exampleNamed("soft-manipulator"), false);
  window.selection().select(Target::link(window.description().links.front().id, TargetPart::kBody));
  int panels = 0;
  for (const QString& id : window.panels().panelIds()) {
    ++panels;
    const QString address = guideOf(window.panels().dock(id));
    EXPECT_NE(headingOf(address), "") << id.toStdString() << " → " << address.toStdString();
    if (id == "inspector") continue;
    EXPECT_EQ(hasFormulaAndSource(address), mathematics.contains(id)) << id.toStdString();
  }
  EXPECT_EQ(panels, 16);
  QWidget* timeline = window.findChild<Timeline*>();
  EXPECT_EQ(headingOf(guideOf(timeline)), "Runs and branches");
  EXPECT_EQ(headingOf(guideOf(&window.view().viewport())), "Play and look");
  window.selection().select(Target::simulation());
  EXPECT_TRUE(soon([&] { return guideOf(&inspector()) == "running.md#the-numbers-of-the-simulation"; }));
}

TEST_F(HelpTest, PopoversHaveSections) {
  int popovers = 0;
  for (const Popover* popover : window.findChildren<Popover*>()) {
    if (dynamic_cast<const HelpCard*>(popover) || dynamic_cast<const ShortcutSheet*>(popover)) continue;
    ++popovers;
    EXPECT_NE(headingOf(guideOf(popover)), "") << popover->metaObject()->className();
  }
  EXPECT_GT(popovers, 3);
}

/// Also where they are modal: their guide takes clicks.
TEST_F(HelpTest, DialogsOpenTheirSectionAtOnce) {
  FilmDialog film(&window);
  PictureDialog picture(&window);
  ArrayDialog array({}, &window);
  const std::map<QDialog*, std::string> sections = {{&film, "analysing.md#pictures-and-films"},
                                                    {&picture, "analysing.md#pictures-and-films"},
                                                    {&array, "modelling.md#links"}};
  for (const auto& [dialog, address] : sections) {
    dialog->open();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(dialog, kPatience));
    QTest::keyClick(dialog, Qt::Key_F1);
    EXPECT_TRUE(soon([&, d = dialog] { return shownBy(*d) != ""; }));
    EXPECT_EQ(shownBy(*dialog), address);
    EXPECT_NE(headingOf(QString::fromStdString(address)), "");
    dialog->reject();
  }
}

}  // namespace
}  // namespace tendril
