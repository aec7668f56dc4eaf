// SPDX-License-Identifier: GPL-3.0-or-later
// Titles and layouts of plots, and what becomes of signals that are gone.
#include "tests/gui/widgets/plots/plots_fixture.hpp"

namespace tendril::tests {
namespace {

TEST_F(PlotsTest, TheTitleIsEditedInPlace) {
  PlotCard* card = board->addPlot({"link0.q[0]"});
  QSignalSpy spy(board.get(), &PlotBoard::changed);
  QTest::mouseDClick(&card->title(), Qt::LeftButton);
  auto* editor = child<QLineEdit>("plotTitleEditor");
  ASSERT_TRUE(editor);
  QTest::keyClicks(editor, "  Joint   angle ");
  QTest::keyClick(editor, Qt::Key_Return);
  EXPECT_EQ(card->title().text(), "Joint angle");
  EXPECT_GE(spy.count(), 1);
  card->title().edit();
  QTest::keyClicks(card->title().editor(), "no");
  QTest::keyClick(card->title().editor(), Qt::Key_Escape);
  EXPECT_EQ(card->title().text(), "Joint angle");
  EXPECT_EQ(board->state()["plots"].toArray()[0].toObject()["title"].toString(), "Joint angle");
}

TEST_F(PlotsTest, TheLayoutComesBackFromJson) {
  PlotCard* one = board->addPlot({"link0.q[0]", "link1.q[0]", "motor.torque"});
  board->addPlot({"link1.tip.x"}, one, DropZone::kBelow);
  board->addPlot({"link1.tip.z"}, one, DropZone::kRight);
  one->title().setText("Angles");
  one->setSignalVisible("link1.q[0]", false);
  one->removeSignal("link0.q[0]");
  one->canvas().setYRange(PlotCanvas::Side::kLeft, -2, 3);
  board->setWindow(30);
  settle();
  const QJsonObject state = board->state();
  const QJsonArray plots = state["plots"].toArray();
  ASSERT_EQ(plots.size(), 3);
  EXPECT_EQ(plots[0].toObject()["title"].toString(), "Angles");
  EXPECT_EQ(plots[0].toObject()["signals"].toArray(), (QJsonArray{"link1.q[0]", "motor.torque"}));
  EXPECT_EQ(plots[2].toObject()["row"].toInt(), 1);
  board->restore({});
  EXPECT_TRUE(board->cards().empty());
  board->restore(state);
  settle();
  EXPECT_EQ(board->state(), state);
  EXPECT_EQ(board->cards()[0]->canvas().yRange(PlotCanvas::Side::kLeft), (std::pair{-2.0, 3.0}));
}

TEST_F(PlotsTest, ABrokenLayoutIsReadAsFarAsItGoes) {
  QJsonArray many;
  for (int i = 0; i < 500; ++i) many.append(QJsonObject{{"signals", QJsonArray{"link0.q[0]"}}, {"row", i % 3}});
  for (const QJsonObject& state :
       {QJsonObject{{"plots", 3}}, QJsonObject{{"plots", QJsonArray{1, "x", QJsonArray{}, QJsonObject{}}}},
        QJsonObject{{"plots", QJsonArray{QJsonObject{{"title", 7},
                                                     {"signals", QJsonArray{1, QJsonValue(), "gone.q[0]", "sin("}},
                                                     {"row", -5},
                                                     {"size", "big"},
                                                     {"range", QJsonArray{3, 1}},
                                                     {"colors", QJsonArray{-7, 1e12}}}}},
                    {"window", -3}},
        QJsonObject{{"plots", many}}}) {
    board->restore(state);
    settle();
  }
  EXPECT_EQ(board->cards().size(), 32u);
}

TEST_F(PlotsTest, ASignalThatIsGoneSaysSoAndComesBack) {
  PlotCard* card = board->addPlot({"gone.q[0]", "link0.q[0]"});
  EXPECT_TRUE(chip(card, "gone.q[0]")->toolTip().contains("gone"));
  settle();
  source.names = nullptr;
  Q_EMIT source.catalogueChanged();
  settle();
  source.names = std::make_shared<const SignalCatalogue>(*driven());
  Q_EMIT source.catalogueChanged();
  settle();
  EXPECT_EQ(card->signalTexts().size(), 2);
}

}  // namespace
}  // namespace tendril::tests
