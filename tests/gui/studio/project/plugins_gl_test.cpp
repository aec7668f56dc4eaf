// SPDX-License-Identifier: GPL-3.0-or-later
// Plugins in the window: the question, the list, and what the inspector offers afterwards.
#include <QLabel>
#include <QPushButton>

#include "studio/app/actions/plugin_actions.hpp"
#include "tests/gui/studio/project/plugin_folder.hpp"
#include "tests/gui/studio/studio_fixture.hpp"
#include "tests/support/events.hpp"
#include "widgets/inspector/inspector.hpp"

namespace tendril {
namespace {

class PluginsTest : public StudioTest {
 protected:
  PluginActions& plugins() { return *window.findChild<PluginActions*>(); }
  const std::vector<NoticeCard*>& cards() { return window.view().notices().cards(); }
  void click(QWidget& parent, const QString& name) {
    auto* button = parent.findChild<QPushButton*>(name);
    ASSERT_TRUE(button) << name.toStdString();
    QTest::mouseClick(button, Qt::LeftButton);
    handleEvents();
  }
  /// Options of a field as the inspector shows it now.
  QStringList optionsOf(const std::string& path) {
    QStringList out;
    for (const FieldRow& row : window.findChild<Inspector*>()->rows())
      if (row.path == path)
        for (const FieldOption& option : row.options) out << QString::fromStdString(option.name);
    return out;
  }
  QString textOf(const QWidget* row) {
    QString out;
    for (const QLabel* label : row->findChildren<QLabel*>()) out += label->text() + u'\n';
    return out;
  }

  PluginFolder plugged;
};

TEST_F(PluginsTest, AreAskedForAndThenOfferedInTheInspector) {
  plugged.add("plugins/wavelet.so");
  open(exampleNamed("soft-manipulator"), false);
  const std::string link = window.description().links.back().name;
  window.context().goToField("links." + QString::fromStdString(link) + ".body.length");
  const std::string field = "links." + link + ".body.strain.bending_y.basis";
  ASSERT_TRUE(soon([&] { return optionsOf(field).contains("legendre"); }));
  EXPECT_FALSE(optionsOf(field).contains("wavelet"));
  window.context().plugins().loadAllowed();
  plugins().greet();
  ASSERT_EQ(cards().size(), 1u);
  EXPECT_TRUE(cards()[0]->notice().title.contains("wavelet.so"));
  keep("plugin-question");
  click(*cards()[0], "noticeNotnow");
  EXPECT_TRUE(cards().empty());
  EXPECT_FALSE(optionsOf(field).contains("wavelet"));
  plugins().greet();
  ASSERT_EQ(cards().size(), 1u);
  click(*cards()[0], "noticeAllow");
  EXPECT_TRUE(soon([&] { return optionsOf(field).contains("wavelet"); }));
  // The robot takes it.
  std::vector<Problem> problems;
  ASSERT_TRUE(window.document().setField(QString::fromStdString(field), "\"wavelet\"", problems));
  EXPECT_TRUE(settled());
  EXPECT_NE(text().find("wavelet"), std::string::npos);
}

TEST_F(PluginsTest, StandInAListWithWhatIsWrong) {
  plugged.add("plugins/bulge.so");
  plugged.add("tests/plugins/basis_nan.so");
  open(exampleNamed("double-pendulum"), false);
  window.context().plugins().loadAllowed();
  plugins().greet();
  ASSERT_EQ(cards().size(), 1u);
  click(*cards()[0], "noticeShowthem");
  auto* list = window.findChild<PluginsPopover*>();
  ASSERT_TRUE(list && list->isVisible());
  click(*list, "plugin_allow_bulge.so");
  const auto row = [&](const char* name) { return textOf(list->findChild<QWidget*>(name)); };
  EXPECT_TRUE(soon([&] { return row("plugin_bulge.so").contains("primitive bulge, law gent"); }))
      << row("plugin_bulge.so").toStdString();
  EXPECT_TRUE(row("plugin_bulge.so").contains("Bulge 1.0"));
  EXPECT_TRUE(row("plugin_bulge.so").contains(PluginHost::folder()));
  click(*list, "plugin_allow_basis_nan.so");
  EXPECT_TRUE(soon([&] { return row("plugin_basis_nan.so").contains("gives a value that is not finite"); }));
  EXPECT_TRUE(soon([&] { return !cards().empty() && cards()[0]->notice().title.contains("was left out"); }));
  keep("plugins");
  window.view().notices().dismissAll();
  click(*list, "plugin_forget_bulge.so");
  EXPECT_TRUE(soon([&] { return list->findChild<QPushButton*>("plugin_allow_bulge.so") != nullptr; }));
  EXPECT_TRUE(window.document().isOpen()) << "the project is as it was";
}

}  // namespace
}  // namespace tendril
