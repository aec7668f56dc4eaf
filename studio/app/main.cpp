// SPDX-License-Identifier: GPL-3.0-or-later
// tendril-studio: the window.
#include <QApplication>

#include <cstdio>

#include "studio/app/main_window.hpp"
#include "studio/app/options.hpp"
#include "studio/app/startup.hpp"
#include "widgets/theme/theme.hpp"

namespace {

/// Help and wrong options are answered before anything needs a display.
QStringList argumentsOf(int argc, char** argv) {
  QStringList arguments;
  for (int i = 0; i < argc; ++i) arguments << QString::fromLocal8Bit(argv[i]);
  return arguments;
}

}  // namespace

int main(int argc, char** argv) {
  const tendril::ParsedOptions parsed = tendril::parseOptions(argumentsOf(argc, argv));
  if (!parsed.message.isEmpty()) {
    std::fprintf(parsed.exitCode ? stderr : stdout, "%s\n", qPrintable(parsed.message));
    return parsed.exitCode;
  }
  tendril::prepareGraphics();
  QApplication application(argc, argv);
  QApplication::setApplicationName("Tendril");
  QApplication::setOrganizationName("Tendril");
  tendril::AppTheme::instance().install();
  tendril::MainWindow window;
  if (!parsed.options.screenshot.isEmpty()) tendril::takeScreenshot(window, parsed.options);
  tendril::openAtStart(window, parsed.options);
  window.show();
  tendril::offerTourOnce(window, parsed.options);
  return QApplication::exec();
}
