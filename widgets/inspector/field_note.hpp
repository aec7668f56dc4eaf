// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace tendril {

/// A line below a field that tells something of its value. Its link sets another one.
struct FieldNote {
  QString text = {};
  bool warns = false;  ///< with the sign of warnings
  QString cure = {};   ///< text of the link, "Use 12"; empty: none
  QString json = {};   ///< value that the link sets
  QString help = {};   ///< tooltip of the link

  bool operator==(const FieldNote&) const = default;
};

}  // namespace tendril
