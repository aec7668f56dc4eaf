// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/hud/force_legend.hpp"

#include <gtest/gtest.h>

#include <QPixmap>

#include "widgets/plots/flow_layout.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

TEST(ForceLegend, ItsForceIsRoundAndFits) {
  QWidget parent;
  parent.show();
  ForceLegend legend(&parent);
  EXPECT_FALSE(legend.isVisible());
  for (const double pixelsPerNewton : {1e-6, 0.03, 1.0, 7.0, 44.0, 1e5}) {
    const ForceScale scale{.length = 0.2, .force = 5};  // 0.04 m per newton
    legend.setScale(scale, pixelsPerNewton / 0.04, {{QStringLiteral("loops"), Qt::magenta}});
    EXPECT_TRUE(legend.isVisible());
    const double pixels = legend.force() * pixelsPerNewton;
    EXPECT_LE(pixels, 88.0001) << pixelsPerNewton;
    EXPECT_GT(pixels, 88 / 2.5 - 0.1) << pixelsPerNewton;
    EXPECT_FALSE(legend.grab().isNull());
  }
  legend.setScale({}, 0, {});
  EXPECT_FALSE(legend.isVisible());
  legend.setScale({.length = 0.2, .force = 5}, std::nan(""), {{QStringLiteral("loops"), Qt::magenta}});
  EXPECT_FALSE(legend.isVisible());
}

TEST(ForceLegend, SaysWhatACentimetreIs) {
  QWidget parent;
  parent.show();
  ForceLegend legend(&parent);
  legend.setScale({.length = 0.2, .force = 5}, 400, {{QStringLiteral("loops"), Qt::magenta}});
  EXPECT_EQ(legend.scaleLine().toStdString(), scaleText({.length = 0.2, .force = 5}));
  EXPECT_TRUE(legend.scaleLine().startsWith("1 cm = 250")) << legend.scaleLine().toStdString();
  EXPECT_TRUE(legend.scaleLine().endsWith("mN"));
  EXPECT_EQ(legend.torque(), 0);
  legend.setScale({.length = 0.2, .force = 5, .torque = 2}, 400,
                  {{QStringLiteral("loops"), Qt::magenta}, {QStringLiteral("loops"), Qt::magenta, true}});
  EXPECT_GT(legend.torque(), 0);
  EXPECT_TRUE(legend.scaleLine().contains("mN·m")) << legend.scaleLine().toStdString();
  EXPECT_FALSE(legend.grab().isNull());
}

TEST(FlowLayout, WhatHasNoRoomIsCounted) {
  QWidget whole;
  auto* flow = new FlowLayout(&whole, 2);
  auto* more = new QToolButton(&whole);
  more->hide();
  flow->setMore(more);
  std::vector<QWidget*> items;
  for (int k = 0; k < 6; ++k) {
    auto* item = new QWidget;
    item->setFixedSize(60, 20);
    flow->addWidget(item);
    items.push_back(item);
  }
  whole.resize(200, 100);
  whole.show();
  EXPECT_TRUE(flow->leftOut().empty());  // two rows of three
  EXPECT_FALSE(more->isVisible());
  flow->setMostRows(1);
  flow->setGeometry({0, 0, 200, 20});
  EXPECT_EQ(flow->leftOut().size(), 4u);  // one more made room for the button
  EXPECT_TRUE(more->isVisible());
  EXPECT_EQ(more->text(), "+4");
  EXPECT_EQ(flow->heightForWidth(200), 20);
  EXPECT_LE(more->geometry().right(), 200);
  EXPECT_FALSE(whole.rect().intersects(items[5]->geometry())) << items[5]->x() << ' ' << items[5]->width();
  EXPECT_TRUE(whole.rect().contains(items[1]->geometry()));
  EXPECT_EQ(flow->heightForWidth(1000), 20);
  flow->setGeometry({0, 0, 1000, 20});
  EXPECT_FALSE(more->isVisible());
}

}  // namespace
}  // namespace tendril
