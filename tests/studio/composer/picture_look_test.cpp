// SPDX-License-Identifier: GPL-3.0-or-later
// Fields, ends of colours and cuts as people write them.
#include "studio/composer/picture_look.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

namespace tendril::composer {
namespace {

TEST(PictureLook, TakesEveryFieldOfTheOneList) {
  for (const SurfaceFieldInfo& info : surfaceFields()) {
    EXPECT_EQ(pictureLook(std::string(info.key), "").colors.field, info.field);
    EXPECT_NE(fieldKeys().find(info.key), std::string::npos);
  }
  try {
    pictureLook("bending", "");
    ADD_FAILURE();
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("bending_moment"), std::string::npos) << error.what();
  }
}

TEST(PictureLook, CutsAcrossAxesAndDirections) {
  const CutPlane y = *pictureLook("", "y=0.01").cut, z = *pictureLook("", "z<-2e-2").cut;
  EXPECT_EQ(y, (CutPlane{.axis = 1, .at = 0.01, .flipped = true}));
  EXPECT_EQ(z, (CutPlane{.axis = 2, .at = -0.02, .flipped = false}));
  const CutPlane tilted = *pictureLook("", "1,-0,1=0.05").cut;
  EXPECT_EQ(tilted.axis, CutPlane::kTilted);
  EXPECT_NEAR((tilted.direction - Vec3(1, 0, 1).normalized()).norm(), 0, 1e-15);
  for (const CutPlane& plane : {y, z, tilted}) EXPECT_EQ(*pictureLook("", cutText(plane)).cut, plane) << cutText(plane);
  for (const char* text : {"y", "y=", "=0.1", "w=0", "yy=0", "0,0,0=1", "1,2=3", "1,2,3,4=5", "y=0.1m", "y=nan",
                           "1,inf,0=0", "y==0", " =0"})
    EXPECT_THROW(pictureLook("", text), std::invalid_argument) << text;
}

TEST(PictureLook, EndsAreNumbersOrPercentiles) {
  EXPECT_EQ(colorEnds({}), ColorEnds{});
  EXPECT_EQ(colorEnds({"0", "2e4"}).fixed, std::pair(0.0, 2e4));
  const ColorEnds percentiles = colorEnds({"2%", "97.5%"});
  EXPECT_FALSE(percentiles.fixed);
  EXPECT_EQ(percentiles.rule, (RangeRule{RangeKind::kPercentile, 2, 97.5}));
  using Texts = std::vector<std::string>;
  for (const Texts& wrong :
       {Texts{"1", "0"}, Texts{"1", "1"}, Texts{"2%", "98"}, Texts{"-1%", "98%"}, Texts{"2%", "101%"}, Texts{"", "1"},
        Texts{"a", "b"}, Texts{"1"}, Texts{"nan", "1"}, Texts{"0", "1kPa"}, Texts{"%", "98%"}})
    EXPECT_THROW(colorEnds(wrong), std::invalid_argument) << wrong.front();
}

TEST(PictureLook, ColoursSuitAllSnapshotsTogether) {
  std::vector<Snapshot> shown(2);
  for (std::size_t k = 0; k < 2; ++k) {
    shown[k].deformation.field = SurfaceField::kTorque;
    shown[k].deformation.sectionValues = {k == 0 ? 0.1 : -0.7, std::numeric_limits<double>::quiet_NaN()};
  }
  const FieldColors colors = pictureColors(SurfaceField::kTorque, {}, shown);
  EXPECT_NEAR(colors.low, -0.8, 1e-12);
  EXPECT_NEAR(colors.high, 0.8, 1e-12);
  EXPECT_EQ(pictureColors(SurfaceField::kTorque, colorEnds({"-1", "3"}), shown),
            (FieldColors{SurfaceField::kTorque, -1, 3}));
  EXPECT_EQ(pictureColors(SurfaceField::kNone, {}, shown), FieldColors{});
}

}  // namespace
}  // namespace tendril::composer
