// SPDX-License-Identifier: GPL-3.0-or-later
// Runs GoogleTest inside a QApplication, in a home of its own.
#include <gtest/gtest.h>

#include <QApplication>
#include <QSurfaceFormat>

#include "tests/support/own_home.hpp"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (GTEST_FLAG_GET(list_tests)) return RUN_ALL_TESTS();  // needs no display
  const tendril::OwnHome home;
  QSurfaceFormat format;
  format.setRenderableType(QSurfaceFormat::OpenGL);
  format.setVersion(3, 2);
  format.setProfile(QSurfaceFormat::CoreProfile);
  format.setDepthBufferSize(24);
  QSurfaceFormat::setDefaultFormat(format);
  QApplication application(argc, argv);
  return RUN_ALL_TESTS();
}
