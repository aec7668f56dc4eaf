// SPDX-License-Identifier: BSD-3-Clause
// Linear-quadratic regulators: their weights. Gains are computed when a run begins.
#include <Eigen/Eigenvalues>
#include <cmath>

#include "core/builder/builders.hpp"
#include "core/builder/controllers/build_reference.hpp"
#include "core/builder/controllers/controller_parts.hpp"
#include "core/builder/controllers/variant_model.hpp"
#include "core/control/controllers/lqr.hpp"

namespace tendril {
namespace {

namespace desc = description;

constexpr double kSymmetric = 1e-9;  // of the largest entry
constexpr double kRounding = 1e-12;  // of the largest eigenvalue

enum class Definite { kPositive, kNotNegative };

/// A weight of n entries; a problem at `path` where it is not symmetric or not as definite as it must be.
MatX weightMatrix(const desc::GainMatrix& given, int n, Definite wanted, BuildContext& context,
                  const std::string& path) {
  const std::size_t before = context.problems.size();
  MatX out = gainMatrix(given, n, context, path);
  if (context.problems.size() > before || n == 0) return out;
  const double size = out.cwiseAbs().maxCoeff();
  if ((out - out.transpose()).cwiseAbs().maxCoeff() > kSymmetric * size) {
    context.error(path, "is not symmetric", "give the same number above and below the diagonal");
    return out;
  }
  const Eigen::SelfAdjointEigenSolver<MatX> eigen(out, Eigen::EigenvaluesOnly);
  const double smallest = eigen.eigenvalues()[0], largest = eigen.eigenvalues()[n - 1];
  if (wanted == Definite::kPositive && !(smallest > kRounding * largest))
    context.error(path, "is not positive definite: some inputs would cost nothing",
                  "give every input a weight above 0, or a matrix with positive eigenvalues");
  if (wanted == Definite::kNotNegative && smallest < -kRounding * std::abs(largest))
    context.error(path, "is negative: the cost would have no minimum", "give weights of 0 or more");
  return 0.5 * (out + out.transpose());
}

}  // namespace

ControllerMaker controllerMaker(const desc::LqrController& given, const ControllerSlot& slot, BuildContext& context) {
  return sampledMaker(
      given, slot, context,
      [name = slot.name, &given, &context](const Model& model, std::vector<int> inputs,
                                           const std::string& path) -> std::shared_ptr<Controller> {
        const auto m = static_cast<int>(inputs.size());
        const auto weights = [&](const desc::GainMatrix& matrix, int n, Definite wanted, const char* key) {
          return weightMatrix(matrix, n, wanted, context, path + key);
        };
        LqrSettings settings;
        settings.initial = given.about == desc::OperatingPoint::kInitial;
        settings.inputs = entryValues(given.inputs, m, context, path + ".inputs");
        settings.positionWeights =
            weights(given.positionWeights, model.nv, Definite::kNotNegative, ".position_weights");
        settings.velocityWeights =
            weights(given.velocityWeights, model.nv, Definite::kNotNegative, ".velocity_weights");
        settings.stateWeights = weights(given.stateWeights, 2 * model.nv, Definite::kNotNegative, ".state_weights");
        settings.inputWeights = weights(given.inputWeights, m, Definite::kPositive, ".input_weights");
        return makeLqr(name, std::move(inputs), model, std::move(settings),
                       variantModel(given.model, model, context, path + ".model"));
      });
}

}  // namespace tendril
