// SPDX-License-Identifier: GPL-3.0-or-later
// How much of a picture's finish there is time for while things move.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace tendril {

/// Each has what those before it have.
enum class PictureQuality {
  kPlain,
  kSmooth,  ///< edges without stairs
  kShaded,  ///< corners darkened by what is about them
};
constexpr std::size_t kPictureQualities = 3;

/// Chooses the best quality whose pictures take no longer than their budget, from how long they took: the median of the
/// last ones counts, so that single slow ones do nothing. Where pictures are too slow it goes one step down at once.
/// It goes up where what the better quality last cost would leave some of the budget, for a while; each time a step up
/// turns out to have been too much that while gets twice as long, so that no load makes it go up and down each second.
class MotionQuality {
 public:
  static constexpr double kBudget = 1000.0 / 30;           ///< ms of a picture: 30 a second
  static constexpr double kRoom = 0.85;                    ///< of the budget, that a step up may fill
  static constexpr double kFirstWait = 2, kMostWait = 64;  ///< s of fast pictures before a step up
  static constexpr double kFollowing = 3;                  ///< ms
  static constexpr double kHeld = 30;                      ///< s after which a step up has proved good

  explicit MotionQuality(PictureQuality first) : quality_(first) {}

  PictureQuality quality() const { return quality_; }
  /// While pictures follow a hand that drags something: no more of quality() than takes kFollowing in all, for each
  /// millisecond is felt there.
  PictureQuality following() const;
  /// A picture of this quality at `now` (s, of any clock that goes on evenly) took so many ms, of which so many for
  /// what its quality has beyond the one below it. Pictures of other qualities than quality() do not count.
  void pictureTook(double now, PictureQuality quality, double milliseconds, double ownCost);
  /// Of the last pictures, ms; 0 before there are some.
  double median() const;

 private:
  static constexpr std::size_t kPictures = 15, kEnough = 9;
  void goTo(PictureQuality quality, double now);

  PictureQuality quality_;
  std::vector<double> took_;                       ///< the last kPictures of this quality, ms
  std::array<double, kPictureQualities> costs_{};  ///< ms of each beyond the one below it, 0: not known yet
  double fastSince_ = -1;                          ///< s, −1: they are not
  double since_ = 0;                               ///< s: this quality was chosen
  bool wentUp_ = false;                            ///< by a step up
  double wait_ = kFirstWait;
};

}  // namespace tendril
