// SPDX-License-Identifier: GPL-3.0-or-later
// What stands for the joints in files of other programs.
#include "studio/export/joint_parts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "core/model/joint/joint_of.hpp"

namespace tendril {
namespace {

/// One that no writer knows: it slides along the square of its coordinate.
class SquareSlide : public JointOf<SquareSlide> {
 public:
  std::string_view name() const override { return "square_slide"; }
  std::span<const ManifoldBlock> manifold() const override {
    static constexpr std::array kBlocks{vectorBlock(1)};
    return kBlocks;
  }
  std::span<const CoordinateInfo> positionInfo() const override {
    static const std::array<CoordinateInfo, 1> kInfo{{{"displacement", Quantity::kLength, "s"}}};
    return kInfo;
  }
  template <class T>
  void move(const Joint&, const T* q, PoseT<T>& X, JointColumnsT<T>& S) const {
    X.p = Vec3::UnitX().cast<T>() * (q[0] * q[0]);
    S.col(0) = joint_columns::slide(Vec3T<T>(Vec3::UnitX().cast<T>() * (2.0 * q[0])));
  }
};
constinit const SquareSlide kSquareSlide;

TEST(JointParts, StandForEveryJointOfTheProgram) {
  for (const JointType type : JointType::all()) {
    Joint joint;
    joint.type = type;
    const std::vector<JointPart> parts = jointParts(joint);
    EXPECT_EQ(parts.empty(), type->velocities() == 0) << type->name();
    int coordinates = 0;
    for (const JointPart& part : parts)
      coordinates += part.follows != 0                     ? 0
                     : part.kind == JointPart::Kind::kBall ? 3
                     : part.kind == JointPart::Kind::kFree ? 6
                                                           : 1;
    EXPECT_EQ(coordinates, type->velocities()) << type->name();
    EXPECT_NO_THROW(checkJointParts(joint, "arm")) << type->name();
  }
}

TEST(JointParts, AJointThatNobodyHasWrittenIsNamed) {
  Joint joint;
  joint.type = JointType(kSquareSlide);
  EXPECT_THROW(jointParts(joint), std::runtime_error);
  try {
    checkJointParts(joint, "arm");
    FAIL() << "it would be left out without a word";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("links.arm.joint: "));
    EXPECT_THAT(error.what(), testing::HasSubstr("\"square_slide\""));
    EXPECT_THAT(error.what(), testing::HasSubstr("another type"));
  }
}

}  // namespace
}  // namespace tendril
