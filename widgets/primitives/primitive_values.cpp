// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/primitives/primitive_values.hpp"

#include "core/catalogue/catalogue.hpp"
#include "core/description/bodies/volume.hpp"
#include "widgets/functions/function_check.hpp"
#include "widgets/strains/strain_values.hpp"

namespace tendril {

int PrimitiveStack::firstCoordinate(int primitive) const {
  std::size_t first = 0;
  for (int i = 0; i < primitive; ++i) first += primitives[static_cast<std::size_t>(i)].modes.size();
  return static_cast<int>(first);
}

int PrimitiveStack::coordinates() const {
  return firstCoordinate(static_cast<int>(primitives.size()));
}

PrimitiveStack primitiveStack(const Description& description, const description::VolumeBody& body, double length) {
  PrimitiveStack stack;
  const std::string_view family = enumName(body.family);
  stack.family = QString::fromUtf8(family.data(), static_cast<qsizetype>(family.size()));
  for (const CatalogueEntry& entry : Catalogue::ofProcess().entries())
    if (entry.kind == OfferKind::kPrimitive) stack.types.push_back({entry.name, entry.meaning});
  for (const description::Primitive& primitive : body.primitives) {
    PrimitiveValue& value = stack.primitives.emplace_back();
    value.type = QString::fromStdString(primitive.type);
    for (const description::Formula& mode : primitive.modes) {
      const QString text = typedText(mode);
      value.modes.push_back({text, checkFunction(description, text, length).curve});
    }
  }
  return stack;
}

}  // namespace tendril
