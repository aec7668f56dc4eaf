// SPDX-License-Identifier: BSD-3-Clause
// Files can name every integrator that there is, and no other.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/description/simulation.hpp"
#include "core/integrators/integrator.hpp"

namespace tendril {
namespace {

TEST(IntegratorNames, AreThoseOfTheFileFormat) {
  EXPECT_THAT(integratorNames(), testing::ElementsAreArray(enumNames(description::Integrator{})));
}

}  // namespace
}  // namespace tendril
