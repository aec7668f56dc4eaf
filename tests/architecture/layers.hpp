// SPDX-License-Identifier: BSD-3-Clause
// The layers of the repository: which folder may include which.
#pragma once

#include <array>
#include <string_view>

namespace tendril::architecture {

/// A folder, the layers it may include beside itself, separated by spaces ("core/*": all of core), and what else it may
/// use. The longest match counts.
struct Layer {
  std::string_view folder, mayInclude;
  bool vtk, qt;
};

inline constexpr std::array kLayers = {
    Layer{"core/math", "", false, false},
    Layer{"core/text", "core/math", false, false},
    Layer{"core/model/quadrature", "core/math", false, false},
    Layer{"core/model/plugin", "core/math plugins/sdk", false, false},
    Layer{"core/model/coordinates", "core/math", false, false},
    Layer{"core/model/joint", "core/math core/model/coordinates", false, false},
    Layer{"core/model/contact", "core/math", false, false},
    Layer{"core/model/loop", "core/math core/model/joint", false, false},
    Layer{"core/model/body", "core/math core/model/coordinates core/model/contact", false, false},
    Layer{"core/model/constant_curvature", "core/math core/model/body core/model/quadrature", false, false},
    Layer{"core/model/rod/basis", "core/math core/model/plugin core/model/quadrature", false, false},
    Layer{"core/model/rod", "core/math core/model/body core/model/quadrature core/model/rod/basis", false, false},
    Layer{"core/model/volume/mesh", "core/math", false, false},
    Layer{"core/model/volume/mesh/files", "core/model/volume/mesh", false, false},
    Layer{"core/model/volume/mesh/surface", "core/model/volume/mesh", false, false},
    Layer{"core/model/volume/mesh/recipes", "core/math core/model/volume/mesh core/model/volume/mesh/surface", false,
          false},
    Layer{"core/model/volume/map", "core/math core/text", false, false},
    Layer{"core/model/volume/map/primitives",
          "core/math core/text core/model/plugin core/model/quadrature core/model/volume/map plugins/sdk", false,
          false},
    Layer{"core/model/volume/fem", "core/math core/model/volume/map core/model/volume/mesh", false, false},
    Layer{"core/model/volume",
          "core/math core/model/body core/model/contact core/model/plugin core/model/quadrature core/model/volume/map "
          "core/model/volume/mesh",
          false, false},
    // What all bodies have in common: it knows none of them.
    Layer{"core/model",
          "core/math core/model/body core/model/contact core/model/coordinates core/model/joint core/model/loop", false,
          false},
    Layer{"core/dynamics/contact", "core/model", false, false},
    Layer{"core/dynamics", "core/math core/model core/model/joint core/dynamics/contact", false, false},
    Layer{"core/dynamics/mass", "core/model", false, false},
    Layer{"core/dynamics/fields", "core/math core/model core/model/body core/model/contact core/dynamics/contact",
          false, false},
    Layer{"core/dynamics/hybrid", "core/dynamics", false, false},
    Layer{"core/dynamics/time_derivatives",
          "core/math core/text core/model core/model/body core/model/joint core/dynamics", false, false},
    Layer{"core/constraints",
          "core/math core/text core/model core/model/body core/model/joint core/dynamics core/dynamics/contact", false,
          false},
    Layer{"core/integrators",
          "core/math core/text core/model core/model/joint core/dynamics core/dynamics/contact core/constraints", false,
          false},
    Layer{"core/integrators/implicit",
          "core/math core/text core/model core/model/joint core/dynamics core/dynamics/contact core/constraints "
          "core/integrators",
          false, false},
    Layer{"core/integrators/dense_output",
          "core/math core/text core/model core/model/joint core/dynamics core/dynamics/contact core/constraints "
          "core/integrators core/integrators/implicit",
          false, false},
    Layer{"core/equilibria",
          "core/math core/text core/model core/model/joint core/dynamics core/dynamics/contact core/dynamics/hybrid "
          "core/constraints core/integrators",
          false, false},
    Layer{"core/inverse_kinematics", "core/math core/model core/model/joint core/dynamics core/constraints", false,
          false},
    Layer{"core/control/reference", "core/math core/text", false, false},
    Layer{"core/control",
          "core/math core/text core/control/reference core/model core/dynamics core/dynamics/hybrid core/constraints "
          "core/integrators core/equilibria core/signals",
          false, false},
    Layer{"core/control/drives", "core/control core/control/reference core/model core/dynamics/time_derivatives", false,
          false},
    Layer{"core/control/linear", "core/math core/text core/dynamics core/equilibria", false, false},
    Layer{"core/control/controllers",
          "core/math core/text core/control core/control/linear core/control/reference core/model core/model/plugin "
          "core/dynamics core/dynamics/hybrid",
          false, false},
    Layer{"core/control/inverse_statics",
          "core/math core/control core/control/reference core/model core/model/body core/model/contact core/dynamics "
          "core/constraints core/equilibria",
          false, false},
    Layer{"core/signals",
          "core/math core/text core/model core/model/joint core/model/body core/model/contact core/dynamics "
          "core/dynamics/contact core/dynamics/fields",
          false, false},
    Layer{"core/session/engine", "core/math core/model", false, false},
    Layer{"core/session/recording",
          "core/math core/text core/model core/model/body core/dynamics core/constraints core/signals", false, false},
    Layer{"core/session",
          "core/math core/text core/model core/model/body core/model/contact core/dynamics core/dynamics/contact "
          "core/dynamics/fields core/dynamics/mass core/dynamics/time_derivatives "
          "core/constraints core/integrators core/integrators/dense_output core/equilibria core/control "
          "core/control/inverse_statics core/signals core/session/engine core/session/recording",
          false, false},
    Layer{"core/session/live",
          "core/model core/dynamics core/constraints core/integrators core/equilibria core/inverse_kinematics "
          "core/control core/session core/session/engine core/session/recording",
          false, false},
    Layer{"core/description/fields", "", false, false},
    Layer{"core/description/bodies", "core/model/rod/basis core/description/fields", false, false},
    Layer{"core/description", "core/text core/model/joint core/description/fields core/description/bodies", false,
          false},
    Layer{"core/catalogue",
          "core/description core/description/* core/model/plugin core/model/rod/basis "
          "core/model/volume/map/primitives",
          false, false},
    Layer{"core/plugins",
          "core/math core/text core/catalogue core/description core/description/* core/model/plugin plugins/sdk", false,
          false},
    Layer{
        "core/builder/parts",
        "core/math core/text core/description core/description/* core/catalogue core/model/joint core/model/quadrature "
        "core/model/rod/basis core/model/volume core/model/volume/mesh",
        false, false},
    Layer{"core/builder/checks",
          "core/math core/text core/description core/description/* core/catalogue core/builder/parts core/signals "
          "core/model "
          "core/model/body core/model/contact "
          "core/model/joint core/model/rod core/model/volume core/model/volume/map",
          false, false},
    Layer{"core/builder",
          "core/math core/description core/description/* core/builder/parts core/builder/checks core/model "
          "core/model/plugin",
          false, false},
    Layer{"core/builder/bodies",
          "core/text core/description core/description/* core/builder core/builder/parts core/model/*", false, false},
    Layer{"core/builder/forces",
          "core/math core/description core/description/* core/builder core/builder/bodies core/builder/parts "
          "core/model core/model/body "
          "core/model/contact core/model/rod core/model/volume",
          false, false},
    Layer{"core/builder/controllers",
          "core/math core/text core/description core/description/* core/builder core/builder/parts core/control "
          "core/control/drives "
          "core/control/controllers "
          "core/control/reference core/signals core/model",
          false, false},
    Layer{"core/project",
          "core/math core/text core/description core/description/* core/catalogue core/builder core/builder/*", false,
          false},
    Layer{"core/form",
          "core/math core/text core/description core/description/* core/catalogue core/builder core/builder/* "
          "core/project "
          "core/model/joint",
          false, false},
    Layer{"core/plots", "core/text core/project core/signals core/session/recording", false, false},
    Layer{"core", "", false, false},
    // Of bodies it knows what all of them give, and no concrete one.
    Layer{"render", "core/math core/text core/model core/model/contact", true, false},
    Layer{"render/shapes",
          "core/math core/model core/model/body core/model/contact core/model/joint core/session render", true, false},
    Layer{"render/ground", "render render/shapes", true, false},
    Layer{"render/fields", "core/math core/text core/model/body core/session render render/ground render/shapes", true,
          false},
    Layer{"render/glyphs", "core/text core/session render render/ground render/shapes", true, false},
    Layer{"render/scene",
          "core/math core/text core/dynamics/fields core/model/body core/session core/signals render render/fields "
          "render/glyphs render/ground render/shapes",
          true, false},
    Layer{"render/output", "core/session render render/fields render/ground render/scene", true, false},
    Layer{"widgets/plots/canvas", "core/* widgets", true, true},
    Layer{"widgets/plots/signals", "core/* widgets", true, true},
    Layer{"widgets", "core/* render render/* widgets/*", true, true},
    Layer{"studio/document", "core/*", false, false},
    Layer{"studio/document/controllers", "core/* studio/document", false, false},
    Layer{"studio/document/edits", "core/* studio/document studio/document/controllers", false, false},
    Layer{"studio/document/copies", "core/* studio/document studio/document/edits", false, false},
    Layer{"studio/export", "core/*", false, false},
    Layer{"studio/export/shapes", "core/* render render/* studio/export", true, false},
    Layer{"studio/document/variants", "core/* studio/document studio/document/edits", false, false},
    Layer{"studio/composer", "core/* render render/* studio/figure", false, false},
    Layer{"studio/figure", "core/*", false, false},
    Layer{"studio/film", "core/* render render/* studio/figure", false, false},
    Layer{"studio/import", "core/* studio/import/parts studio/import/sorosim", false, false},
    Layer{"studio/import/parts", "core/*", false, false},
    Layer{"studio/import/sorosim", "core/* studio/import/parts", false, false},
    Layer{"studio/inverse", "core/* studio/mesher", false, false},
    Layer{"studio/linear", "core/*", false, false},
    Layer{"studio/recording", "core/* studio/linear", false, false},
    Layer{"studio/mesher", "core/*", false, false},
    Layer{"studio/runs", "core/* studio/document studio/document/controllers studio/document/variants studio/mesher",
          false, false},
    Layer{"studio/cli/io", "core/* studio/inverse studio/linear studio/mesher studio/recording", false, false},
    Layer{"studio/cli/quantities", "core/* studio/cli/io", false, false},
    Layer{"studio/cli",
          "core/* studio/export studio/export/* studio/figure studio/import studio/inverse studio/mesher "
          "studio/recording studio/runs studio/cli/io studio/cli/quantities",
          false, false},
    Layer{"studio/cli/pictures",
          "core/* render render/* studio/composer studio/figure studio/film studio/cli studio/cli/*", false, false},
    Layer{"studio/cli/equilibria", "core/* studio/export studio/linear studio/cli studio/cli/io studio/cli/quantities",
          false, false},
    Layer{"studio/app/project",
          "core/* render render/* widgets widgets/* studio/document studio/document/* studio/import studio/mesher "
          "studio/recording",
          false, true},
    Layer{"studio/app/layouts", "widgets widgets/*", false, true},
    Layer{"studio/app/context",
          "core/* render render/* widgets widgets/* studio/document studio/document/* studio/app/project "
          "studio/app/layouts",
          false, true},
    Layer{"studio/app/parts",
          "core/* render render/* widgets widgets/* studio/document studio/document/* studio/app/project "
          "studio/app/layouts studio/app/context",
          false, true},
    Layer{"studio/app/view",
          "core/* render render/* widgets widgets/* studio/composer studio/document studio/document/* "
          "studio/app/project studio/app/layouts studio/app/context",
          false, true},
    Layer{"studio/app/panels",
          "core/* render render/* widgets widgets/* studio/document studio/document/* studio/figure studio/inverse "
          "studio/linear studio/recording studio/runs studio/app/project studio/app/layouts studio/app/context "
          "studio/app/parts studio/app/view",
          false, true},
    Layer{"studio/app/actions",
          "core/* render render/* widgets widgets/* studio/document studio/document/* studio/export studio/app/project "
          "studio/app/layouts studio/app/context studio/app/view studio/app/actions/recording",
          false, true},
    Layer{"studio/app/actions/recording",
          "core/* widgets widgets/* studio/document studio/export studio/export/* studio/recording studio/app/project "
          "studio/app/context",
          false, true},
    Layer{"studio/app/actions/exchange",
          "core/* widgets widgets/* studio/document studio/document/* studio/export studio/export/* studio/import "
          "studio/recording studio/app/project studio/app/context",
          false, true},
    Layer{"studio/app",
          "core/* render render/* widgets widgets/* studio studio/document studio/document/* studio/figure "
          "studio/import studio/inverse studio/linear studio/mesher studio/runs studio/app/project studio/app/layouts "
          "studio/app/context studio/app/parts studio/app/view studio/app/panels studio/app/actions "
          "studio/app/actions/*",
          true, true},
    Layer{"studio", "core/* render render/* widgets widgets/* studio/*", true, true},
    Layer{"plugins/sdk", "", false, false},
    Layer{"plugins", "core/* plugins/sdk", false, false},
    Layer{"tests/core", "core/* plugins/sdk tests tests/*", false, false},
    Layer{"tests/plugins", "plugins/sdk", false, false},
    Layer{"tests/render", "core/* render render/* tests tests/*", true, false},
    Layer{"tests/benchmarks", "core/* render render/* studio/cli tests tests/*", false, false},
    Layer{"tests", "core/* render render/* widgets widgets/* studio studio/* plugins/* tests/*", true, true},
};

}  // namespace tendril::architecture
