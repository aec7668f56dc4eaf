// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vtkTextProperty.h>

#include "render/scene/stage.hpp"

namespace tendril {

/// Text in the font of the interface, where that is installed.
inline void useInterfaceFont(vtkTextProperty& text) {
  if (interfaceFont().empty()) return;
  text.SetFontFamily(VTK_FONT_FILE);
  text.SetFontFile(interfaceFont().c_str());
}

}  // namespace tendril
