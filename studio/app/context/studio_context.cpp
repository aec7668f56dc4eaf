// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/context/studio_context.hpp"

namespace tendril {

void StudioContext::goToField(const QString& field) {
  if (selection().jumpTo(description(), field)) panels().showPanel("inspector");
}

}  // namespace tendril
