// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of the plots drawer in both schemes; and how long 10⁶ samples take to draw.
#include <QDir>
#include <QImage>
#include <QPainter>

#include <algorithm>
#include <ctime>
#include <iostream>

#include <test_paths.hpp>
#include "tests/gui/widgets/plots/plots_fixture.hpp"
#include "tests/support/events.hpp"

namespace tendril::tests {
namespace {

class PlotsPicture : public PlotsTest {
 protected:
  void SetUp() override {
    PlotsTest::SetUp();
    window.resize(1200, 240);
    board->resize(window.size());
    board->restore(
        {{"plots",
          QJsonArray{QJsonObject{{"title", "Tip"}, {"signals", QJsonArray{"link1.tip.x", "link1.tip.z"}}},
                     QJsonObject{{"title", "Motor"}, {"signals", QJsonArray{"motor.torque", "motor.signal"}}},
                     QJsonObject{{"title", ""}, {"signals", QJsonArray{"link0.q[0]", "link0.v[0]", "link1.q[0]"}}}}},
         {"window", 0}});
    board->setShownTime(13.2);
    settle();
  }
  /// The window as a picture, `scale` pixels per point, kept beside the test's other results.
  QImage picture(const QString& name, double scale) {
    QImage image(window.size() * scale, QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    QPainter painter(&image);
    window.render(&painter);
    painter.end();
    const QString folder = QStringLiteral(TENDRIL_BINARY_DIR "/pictures/plots");
    QDir().mkpath(folder);
    image.save(folder + u'/' + name + QStringLiteral(".png"));
    return image;
  }
  /// Part of the picture that has a colour, nearly: smoothed lines are mixed with what is behind them.
  static double share(const QImage& image, const QColor& color, int tolerance = 24) {
    int same = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) {
        const QRgb at = image.pixel(x, y);
        same += std::abs(qRed(at) - color.red()) <= tolerance && std::abs(qGreen(at) - color.green()) <= tolerance &&
                std::abs(qBlue(at) - color.blue()) <= tolerance;
      }
    return static_cast<double>(same) / (image.width() * image.height());
  }
};

TEST_F(PlotsPicture, IsDrawnInTheColoursOfTheThemeAndFollowsIt) {
  for (const auto mode : {ThemeMode::kLight, ThemeMode::kDark, ThemeMode::kLight}) {
    AppTheme::instance().setMode(mode);
    handleEvents();
    const bool dark = mode == ThemeMode::kDark;
    const QImage image = picture(dark ? "dark" : "light", 1);
    EXPECT_GT(share(image, AppTheme::instance().color(Token::kPanel)), 0.5);
    EXPECT_LT(share(image, (dark ? lightScheme() : darkScheme()).panel, 4), 0.02);
    EXPECT_GT(share(image, curveColor(0, AppTheme::instance().scheme())), 0.001);
  }
}

TEST_F(PlotsPicture, ShowsCursorsListAndPointer) {
  board->setListShown(true);
  board->list().field().setText("tip");
  handleEvents();
  settle();
  QTest::mouseMove(&canvas(1), at(canvas(1), 0.7, 0.5));
  picture("light-list", 2);
  board->setListShown(false);
  board->setCursorsShown(true);
  AppTheme::instance().setMode(ThemeMode::kDark);
  settle();
  const QImage image = picture("dark-cursors", 2);
  EXPECT_GT(share(image, AppTheme::instance().color(Token::kAccent), 60), 0.0005);
}

TEST_F(PlotsPicture, AnEmptyDrawerSaysWhatToDo) {
  board->setUsual(QJsonArray{QJsonObject{{"title", "Tip"}, {"signals", QJsonArray{"link1.tip.x"}}}});
  board->restore({});
  handleEvents();
  picture("light-empty", 1);
  ASSERT_TRUE(board->cards().empty());
  QTest::mouseClick(child<QPushButton>("emptyUsual"), Qt::LeftButton);
  ASSERT_EQ(board->cards().size(), 1u);
  EXPECT_EQ(board->cards()[0]->signalTexts(), QStringList{"link1.tip.x"});
}

TEST_F(PlotsPicture, AMillionSamplesAreDrawnWhileOneZooms) {
  source.columns = {"link0.q[0]", "link0.v[0]", "link1.q[0]", "link1.tip.x"};
  source.record(1, 1000000, 0, 1e-3, [](int k, double t) {
    return std::sin(0.05 * t + k) + 0.3 * std::sin(40 * t * (k + 1)) + 0.1 * std::sin(1.7e3 * t);
  });
  board->restore({{"plots", QJsonArray{QJsonObject{
                                {"signals", QJsonArray{"link0.q[0]", "link0.v[0]", "link1.q[0]", "link1.tip.x"}}}}},
                  {"window", 0}});
  settle();
  picture("million", 1);
  PlotCanvas& plot = canvas(0);
  std::vector<double> drawing, thinning, working;
  const auto processor = [] { return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; };
  for (int i = 0; i < 40; ++i) {
    wheel(plot, at(plot, 0.4, 0.5), i < 20 ? 1 : -1);
    QElapsedTimer timer;
    timer.start();
    std::vector<CurveAnswer> answers;
    for (const CurveRequest& request : plot.requests(1)) answers.push_back(thinnedOut(request));
    thinning.push_back(static_cast<double>(timer.nsecsElapsed()) * 1e-6);
    timer.start();
    const double before = processor();
    for (const CurveAnswer& answer : answers) plot.take(answer);
    plot.replot(QCustomPlot::rpImmediateRefresh);
    drawing.push_back(static_cast<double>(timer.nsecsElapsed()) * 1e-6);
    working.push_back(processor() - before);
  }
  std::sort(drawing.begin(), drawing.end());
  std::sort(thinning.begin(), thinning.end());
  std::sort(working.begin(), working.end());
  std::cout << "4 curves of 1000000 samples, " << plot.width() << " px wide: drawing " << drawing[20]
            << " ms (median), " << drawing.back() << " ms (worst), " << working[20]
            << " ms of the processor's; thinning out beside it " << thinning[20] << " ms (median)\n";
  settle();
  EXPECT_LT(plot.graph(0)->data()->size(), 20000);  // what the window's thread holds does not grow with the samples
  EXPECT_GT(plot.graph(0)->data()->size(), 500);
}

}  // namespace
}  // namespace tendril::tests
