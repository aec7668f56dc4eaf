// SPDX-License-Identifier: BSD-3-Clause
// Quantities as people type and read them: "5 cm", "30 deg", "1 MPa", "120 rpm", "12,5 g/cm^3".
#pragma once

#include <string>
#include <string_view>

namespace tendril {

/// What a person typed into a field with a unit.
struct QuantityInput {
  double value = 0;        ///< in the field's SI unit; only if neither expression nor error
  std::string expression;  ///< text after "=": to be evaluated with the named parameters
  std::string error;       ///< one sentence: what is wrong and what to type; empty: it was understood

  bool ok() const { return error.empty(); }
};

/// Reads a number with an optional unit and gives it in `unit`, an SI unit such as "m", "kg/m³", "N·m·s/rad", "1/s"
/// or "" (none); of several, "N·m/rad, N/m", the one that fits. A number without unit is in `bareUnit`, which may be
/// any unit of the same dimension ("mm", "°"); empty: in `unit`.
///
/// Units: m in ft mil, g kg t lb oz, s min h d, rad deg ° rev arcmin arcsec, N gf kgf lbf, Nm Nmm, Pa bar atm psi,
/// J W Hz rpm L %, with prefixes p n µ u m c d k M G T; products (· * × blank), quotients, powers (^2, ², cm3),
/// parentheses. Numbers: a decimal point, or a comma where it can be nothing else; −, 1e-3, 2.5·10⁻³; also constant
/// expressions: "pi/2", "3*5 cm". Angles may be left out (40 N·m for 40 N·m/rad), but hertz are no radians.
/// Never throws; does not look further than 400 bytes.
QuantityInput parseQuantity(std::string_view text, std::string_view unit, std::string_view bareUnit = {});

/// A unit to show values in: value in SI = shown × factor.
struct DisplayUnit {
  std::string text;  ///< "mm", "kPa·s", "°"; empty: none
  double factor = 1;

  bool operator==(const DisplayUnit&) const = default;
};

/// The unit with the prefix in which `magnitude` (the largest |value| shown together) has one to three digits before
/// the point: 0.014 m → mm. Angles are in degrees; masses, inertias, volumes and second moments
/// go by g, kg·cm², cm³, mm⁴ …; other units that begin with kg or a power, and "1/…", have no prefix. `unit`: one SI
/// unit, as in FieldInfo.
DisplayUnit displayUnit(double magnitude, std::string_view unit);
/// How much of `unit`'s SI unit one of it is: "mm" → 0.001, "°" → π/180; 0 if it is no unit.
double unitFactor(std::string_view unit);

/// A number for a field: at most `digits` significant digits, no zeros at the end, a true minus: "−9.81", "250",
/// "2.545·10⁻⁴" outside 1e-4 … 1e6.
std::string fieldNumber(double value, int digits = 4);
/// The shortest text of `value` (SI) in a unit that parses back to exactly this value, with a true minus: for editing.
/// Where no text does, seventeen digits.
std::string exactNumber(double value, std::string_view unit = {});
/// fieldNumber in displayUnit, with the unit after a thin space: "14 mm".
std::string fieldQuantity(double value, std::string_view unit, int digits = 4);

}  // namespace tendril
