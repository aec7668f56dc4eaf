// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/parts/first_bodies.hpp"

#include <QCoreApplication>

namespace tendril {
namespace {

QString text(const char* source) {
  return QCoreApplication::translate("tendril::FirstBodies", source);
}

}  // namespace

std::vector<GalleryStarter> firstBodies() {
  return {{"rod", text("Rod"), text("A soft rod on the ground"), "link-soft"},
          {"revolute", text("Rigid arm"), text("A link on a hinge"), "link-rigid"},
          {"base", text("Floating base"), text("A body that nothing holds"), "link-floating"}};
}

}  // namespace tendril
