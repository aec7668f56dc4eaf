// SPDX-License-Identifier: BSD-3-Clause
// What rights forbid, also where tests run as root.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <tuple>

namespace tendril {

/// While it lives, root has no more rights than anybody.
class AsAnybody {
 public:
  AsAnybody() : root_(geteuid() == 0), done_(!root_ || setresuid(kNobody, kNobody, 0) == 0) {}
  ~AsAnybody() {
    if (root_) std::ignore = setresuid(0, 0, 0);
  }
  AsAnybody(const AsAnybody&) = delete;
  AsAnybody& operator=(const AsAnybody&) = delete;
  /// False where root may not give its rights up: there is nothing to test then.
  bool works() const { return done_; }

 private:
  static constexpr uid_t kNobody = 65534;
  bool root_, done_;
};

/// Everybody may enter and list a folder, as is usual for those that are not of a test.
inline void openToAll(const std::filesystem::path& folder) {
  using std::filesystem::perms;
  std::filesystem::permissions(
      folder, perms::owner_all | perms::group_read | perms::group_exec | perms::others_read | perms::others_exec);
}

}  // namespace tendril
