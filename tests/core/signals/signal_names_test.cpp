// SPDX-License-Identifier: BSD-3-Clause
#include "core/signals/signal_names.hpp"

#include <gtest/gtest.h>

namespace tendril {
namespace {

TEST(SignalNames, TokensAreTheText) {
  for (const std::string text : {"", "arm.tip.x", "norm('a b'.tip - arm.tip)*2e-3", "'", "..'x'.y", "κ.q[0]"}) {
    std::string together;
    for (const NameToken& token : nameTokens(text)) together += token.text;
    EXPECT_EQ(together, text);
  }
}

TEST(SignalNames, NamesAreExchangedAtOnce) {
  const Renames swap = {{"a", "b"}, {"b", "a"}};
  EXPECT_EQ(withObjectsRenamed("a.q - b.q + c.a.q + a", swap), "b.q - a.q + c.a.q + a");
  EXPECT_EQ(withObjectsRenamed("'a'.q", {{"a", "left arm"}}), "'left arm'.q");
  EXPECT_EQ(withObjectsRenamed("a.q", {}), "a.q");
}

}  // namespace
}  // namespace tendril
