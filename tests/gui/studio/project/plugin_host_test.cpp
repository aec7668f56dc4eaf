// SPDX-License-Identifier: GPL-3.0-or-later
// Which plugins may run: nothing unasked, consent for one content at one path, nothing twice that ended the program.
#include <QTest>

#include "core/catalogue/catalogue.hpp"
#include "tests/gui/studio/project/plugin_folder.hpp"

namespace tendril {
namespace {

constexpr int kPatience = 20000;  // ms

using State = PluginHost::State;

class PluginHosts : public testing::Test {
 protected:
  static bool soon(PluginHost& host, State state) {
    return QTest::qWaitFor([&] { return host.plugins().at(0).state == state; }, kPatience);
  }
  PluginFolder folder;
};

TEST_F(PluginHosts, LoadNothingUnasked) {
  const QString file = folder.add("tests/plugins/plain_c.so");
  PluginHost host;
  host.loadAllowed();
  host.search();
  ASSERT_EQ(host.plugins().size(), 1u);
  EXPECT_EQ(host.plugins()[0].file, file);
  EXPECT_EQ(host.plugins()[0].state, State::kWaiting);
  EXPECT_EQ(host.waiting().size(), 1u);
  EXPECT_FALSE(Catalogue::ofProcess().basis("stepped"));
}

TEST_F(PluginHosts, RememberTheConsentUntilItIsTakenBack) {
  const QString file = folder.add("plugins/bulge.so");
  PluginHost first;
  first.search();
  first.allow(file);
  ASSERT_TRUE(soon(first, State::kLoaded));
  EXPECT_EQ(first.plugins()[0].report.name, "Bulge");
  EXPECT_TRUE(Catalogue::ofProcess().primitive("bulge"));
  EXPECT_TRUE(first.waiting().empty());
  PluginHost second;
  second.loadAllowed();
  EXPECT_EQ(second.plugins().at(0).state, State::kLoaded);
  second.forget(file);
  EXPECT_EQ(second.plugins()[0].state, State::kLoaded) << "until the program ends";
  PluginHost third;
  third.loadAllowed();
  EXPECT_EQ(third.plugins().at(0).state, State::kWaiting);
}

TEST_F(PluginHosts, AskAgainWhenTheFileIsAnotherOne) {
  const QString file = folder.add("plugins/wavelet.so");
  PluginHost host;
  host.search();
  host.allow(file);
  ASSERT_TRUE(soon(host, State::kLoaded));
  QFile changed(file);
  ASSERT_TRUE(changed.open(QIODevice::Append));
  changed.write("more");
  changed.close();
  PluginHost next;
  next.loadAllowed();
  EXPECT_EQ(next.plugins().at(0).state, State::kWaiting);
  EXPECT_FALSE(next.plugins()[0].allowed);
}

TEST_F(PluginHosts, TellWhatIsFaulty) {
  const QString file = folder.add("tests/plugins/wrong_version.so");
  PluginHost host;
  int refused = 0;
  QObject::connect(&host, &PluginHost::refused, [&](const PluginReport& report) {
    ++refused;
    EXPECT_NE(report.problems.at(0).find("version 2.1"), std::string::npos);
  });
  host.search();
  host.allow(file);
  ASSERT_TRUE(soon(host, State::kFaulty));
  EXPECT_EQ(refused, 1);
}

TEST_F(PluginHosts, DoNotTryAgainWhatEndedTheProgram) {
  const QString file = folder.add("plugins/wavelet.so");
  PluginHost host;
  host.search();
  host.allow(file);
  ASSERT_TRUE(soon(host, State::kLoaded));
  QSettings().setValue("plugins/loading", file);  // as it is left by a program that ends here
  PluginHost next;
  next.loadAllowed();
  EXPECT_EQ(next.plugins().at(0).state, State::kWaiting);
  EXPECT_TRUE(next.plugins()[0].interrupted);
  next.allow(file);
  ASSERT_TRUE(soon(next, State::kLoaded));
  EXPECT_FALSE(next.plugins()[0].interrupted);
}

TEST_F(PluginHosts, LiveWithoutAFolder) {
  QDir(PluginHost::folder()).removeRecursively();
  PluginHost host;
  host.loadAllowed();
  EXPECT_TRUE(host.plugins().empty());
  host.allow("/nowhere/a.so");
  host.forget("/nowhere/a.so");
}

}  // namespace
}  // namespace tendril
