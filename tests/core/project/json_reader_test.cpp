// SPDX-License-Identifier: BSD-3-Clause
#include "core/project/json_reader.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace tendril::json {
namespace {

Node parsed(const char* text) {
  std::vector<Problem> problems;
  Node node = parse(text, problems);
  EXPECT_TRUE(problems.empty()) << text;
  return node;
}

std::string complaint(const char* text, const std::function<void(ObjectReader&)>& read) {
  const Node node = parsed(text);
  try {
    ObjectReader reader(node, "studio.thing");
    read(reader);
    reader.finish();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(ObjectReader, WhatIsThereIsReadAndTheRestStays) {
  const Node node = parsed(R"({"text": "a", "flag": true, "number": 2.5, "count": 3, "numbers": [1, 2],
      "texts": ["x"], "names": ["a", {"name": "b", "more": 1}], "one": "alone", "list": [{}, {}]})");
  ObjectReader reader(node, "");
  std::string text, absent = "usual";
  bool flag = false;
  double number = 0;
  std::optional<double> other = 7;
  int count = 0;
  std::vector<double> numbers = {9};
  std::vector<std::string> texts, names, one = {"before"};
  reader.text("text", text), reader.text("absent", absent), reader.flag("flag", flag);
  reader.number("number", number), reader.number("nothing", other), reader.count("count", count, 1, 3);
  reader.numbers("numbers", numbers, 2), reader.texts("texts", texts), reader.names("names", names);
  reader.names("one", one);
  int items = 0;
  reader.list("list", [&](const Node& item, const std::string& at) {
    EXPECT_TRUE(item.is(Node::Kind::kObject));
    EXPECT_EQ(at, "list[" + std::to_string(items++) + "]");
  });
  reader.finish();
  EXPECT_EQ(text, "a");
  EXPECT_EQ(absent, "usual");
  EXPECT_TRUE(flag);
  EXPECT_EQ(number, 2.5);
  EXPECT_EQ(other, 7);
  EXPECT_EQ(count, 3);
  EXPECT_EQ(numbers, (std::vector<double>{1, 2}));
  EXPECT_EQ(texts, std::vector<std::string>{"x"});
  EXPECT_EQ(names, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(one, std::vector<std::string>{"alone"});
  EXPECT_EQ(items, 2);
}

TEST(ObjectReader, WhatIsWrongIsNamedWithItsPlace) {
  EXPECT_EQ(complaint("3", [](ObjectReader&) {}), "studio.thing: must be an object {…}");
  const auto number = [](ObjectReader& reader) {
    double out = 0;
    reader.number("size", out, 0, 1);
  };
  EXPECT_EQ(complaint(R"({"size": 2})", number), "studio.thing.size: must be a number from 0 to 1");
  EXPECT_EQ(complaint(R"({"size": "2"})", number), "studio.thing.size: must be a number from 0 to 1");
  EXPECT_EQ(complaint(R"({"sise": 1})", number), "studio.thing: has no field \"sise\"; did you mean 'size'?");
  EXPECT_EQ(complaint(R"({"size": 1})", number), "");
  EXPECT_EQ(complaint(R"({"n": 1.5})",
                      [](ObjectReader& reader) {
                        int out = 0;
                        reader.count("n", out, 1, 9);
                      }),
            "studio.thing.n: must be a whole number");
  EXPECT_EQ(complaint(R"({"n": [1, "2"]})",
                      [](ObjectReader& reader) {
                        std::vector<double> out;
                        reader.numbers("n", out, 2, "two numbers");
                      }),
            "studio.thing.n: must be two numbers");
  EXPECT_EQ(complaint(R"({"n": [{"nme": "a"}]})",
                      [](ObjectReader& reader) {
                        std::vector<std::string> out;
                        reader.names("n", out);
                      }),
            "studio.thing.n: must be a list of texts");
  EXPECT_EQ(
      complaint(R"({"n": {}})", [](ObjectReader& reader) { reader.list("n", [](const Node&, const std::string&) {}); }),
      "studio.thing.n: must be a list");
}

}  // namespace
}  // namespace tendril::json
