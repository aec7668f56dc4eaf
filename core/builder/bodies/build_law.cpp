// SPDX-License-Identifier: BSD-3-Clause
// Laws of bodies of tetrahedra.
#include <stdexcept>

#include "core/builder/bodies/build_tetrahedra.hpp"
#include "core/builder/plugin_coefficients.hpp"
#include "core/model/volume/compressible_laws.hpp"
#include "core/model/volume/plugin_law.hpp"
#include "core/text/number_text.hpp"

namespace tendril {
namespace {

namespace desc = description;

constexpr double kMostPoisson = 0.4999;  // above it nothing but locking is computed
constexpr double kTakenPoisson = 0.49;   // instead

template <class Law>
LawChoice lawOf(const Law& law, double a1, double a2, double a3, double b, BuildContext& context) {
  return {std::make_shared<PolynomialLaw>(a1, a2, a3, b), context.number(law.relaxation),
          law.damping == desc::VolumeDamping::kToolbox, context.number(law.poisson)};
}

// `path` is that of the material.
LawChoice buildLaw(const desc::LinearElastic&, BuildContext&, const std::string&) {
  return {};
}
LawChoice buildLaw(const desc::NeoHookean& law, BuildContext& context, const std::string&) {
  return lawOf(law, context.number(law.c1), 0, 0, 0, context);
}
LawChoice buildLaw(const desc::MooneyRivlin& law, BuildContext& context, const std::string&) {
  return lawOf(law, context.number(law.c1), 0, 0, context.number(law.c2), context);
}
LawChoice buildLaw(const desc::Yeoh& law, BuildContext& context, const std::string&) {
  return lawOf(law, context.number(law.c1), context.number(law.c2), context.number(law.c3), 0, context);
}

LawChoice buildLaw(const desc::PluginMaterial& material, BuildContext& context, const std::string& path) {
  const std::shared_ptr<const PluginLaw> law = context.catalogue().law(material.law);
  if (!law) {
    context.error(path + ".law", "no plugin that is loaded has the law \"" + material.law + '"', "load its plugin");
    return {};
  }
  const std::size_t before = context.problems.size();
  std::vector<double> coefficients = coefficientValues(material.coefficients, law->coefficients(),
                                                       "the law " + law->name(), context, path + ".coefficients");
  if (context.problems.size() > before) return {};
  try {
    return {std::make_shared<PluginVolumeLaw>(law, std::move(coefficients)), context.number(material.relaxation),
            material.damping == desc::VolumeDamping::kToolbox, context.number(material.poisson)};
  } catch (const std::invalid_argument& error) {
    context.error(path + ".coefficients", error.what(), "change them");
    return {};
  }
}

LawChoice linearLaw(const desc::LinearElastic& law, LinearStrain strain, BuildContext& context,
                    const std::string& path) {
  const double young = context.number(law.young);
  double poisson = context.number(law.poisson);
  if (poisson > kMostPoisson) {
    context.problems.push_back({.path = path + ".material",
                                .message = "its Poisson's ratio " + numberText(poisson) +
                                           " keeps every volume, which this kind of body cannot: " +
                                           numberText(kTakenPoisson) + " is computed",
                                .cure = "give one of at most " + numberText(kTakenPoisson),
                                .severity = Problem::Severity::kWarning});
    poisson = kTakenPoisson;
  }
  LawChoice out;
  out.poisson = poisson;
  if (law.relaxation) out.relaxation = context.number(*law.relaxation);
  if (law.viscosity) out.relaxation = context.number(*law.viscosity) / young;
  if (strain == LinearStrain::kSmall) out.law = std::make_shared<LinearLaw>(young, poisson);
  if (strain == LinearStrain::kStretch) out.law = std::make_shared<StretchLaw>(young, poisson);
  return out;
}

}  // namespace

LawChoice rubberLaw(const desc::Material& material, BuildContext& context) {
  return std::visit([&](const auto& chosen) { return buildLaw(chosen, context, "materials." + material.name); },
                    material.law);
}

LawChoice compressibleLaw(const desc::Material& material, LinearStrain linear, BuildContext& context,
                          const std::string& path) {
  if (const auto* law = std::get_if<desc::LinearElastic>(&material.law)) return linearLaw(*law, linear, context, path);
  LawChoice out = rubberLaw(material, context);
  if (const auto rubber = std::dynamic_pointer_cast<const InvariantLaw>(out.law))
    out.law = std::make_shared<CompressibleLaw>(rubber, out.poisson);
  return out;
}

}  // namespace tendril
