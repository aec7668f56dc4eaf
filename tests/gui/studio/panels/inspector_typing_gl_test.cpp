// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of every kind, edited by mouse and keyboard in the inspector while the robot moves; undone and redone by keys.
#include <QToolButton>

#include <algorithm>
#include <functional>
#include <vector>

#include "core/session/engine/engine_thread.hpp"
#include "tests/gui/studio/panels/inspector_hands.hpp"

namespace tendril {
namespace {

using Kind = TreeItem::Kind;

struct TypedEdit {
  const char* what;
  std::function<void()> make;
  std::function<bool()> there;  ///< the project has the value
};

class InspectorTypingTest : public InspectorHands {
 protected:
  const Description& project() { return window.description(); }
  /// Presses a key where the focus is.
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : &window, key, modifiers);
  }
  double number(const QString& path) {
    for (const FieldRow& row : inspector().rows()) {
      if (row.path == path.toStdString()) return row.value.value_or(std::nan(""));
      for (const FieldPart& part : row.parts)
        if (part.path == path.toStdString()) return part.value.value_or(std::nan(""));
    }
    return std::nan("");
  }
  std::string json(const QString& path) {
    for (const FieldRow& row : inspector().rows())
      if (row.path == path.toStdString()) return row.text;
    return {};
  }
  /// An edit that types into a field and finds the number there.
  TypedEdit typed(const QString& path, const QString& text, double value) {
    return {"number", [=, this] { type(path, text); },
            [=, this] { return std::abs(number(path) - value) < 1e-12 * std::max(1.0, std::abs(value)); }};
  }
  std::vector<std::pair<std::function<void()>, std::vector<TypedEdit>>> afternoon();
  /// The link below a field that mends its value, once it is there.
  QToolButton* cure(const QString& path) {
    QToolButton* found = nullptr;
    const bool there = soon([&] {
      found = inspector().findChild<QToolButton*>("cure:" + path);
      return found && found->isVisible();
    });
    if (auto* scroll = inspector().findChild<QScrollArea*>(); there && scroll)
      scroll->ensureWidgetVisible(found, 0, 40);
    return there ? found : nullptr;
  }
};

/// What is selected, and what is edited then.
std::vector<std::pair<std::function<void()>, std::vector<TypedEdit>>> InspectorTypingTest::afternoon() {
  const auto select = [this](Kind kind, const char* name) { return [this, kind, name] { clickInTree(kind, name); }; };
  const QString arm = "links.arm.", body = arm + "body.", tendon = "actuators.tendon 1.";
  return {
      {select(Kind::kProject, "Soft manipulator"),
       {typed("gravity[2]", "-3 m/s^2", -3),
        typed("parameters.base_radius", "0.035", 0.035),
        {"name", [this] { type("name", "Soft arm 2"); }, [this] { return project().name == "Soft arm 2"; }}}},
      {select(Kind::kMaterial, "silicone"),
       {typed("materials.silicone.young", "1.2 MPa", 1.2e6), typed("materials.silicone.density", "1100", 1100)}},
      {select(Kind::kLink, "arm"),
       {typed(body + "length", "55 cm", 0.55),
        typed(arm + "pose.rpy[1]", "80 deg", 80 * std::acos(-1.0) / 180),
        typed(body + "section.radius[1]", "12 mm", 0.012),
        typed(body + "strain.bending_y.order", "3", 3),
        {"choice", [=, this] { choose(body + "strain.bending_z.basis", "monomial"); },
         [=, this] { return json(body + "strain.bending_z.basis") == "\"monomial\""; }}}},
      {select(Kind::kActuator, "tendon 1"),
       {{"switch", [=, this] { click(field(tendon + "tension_only")); },
         [=, this] { return json(tendon + "tension_only") == "false"; }},
        {"expression", [=, this] { type(tendon + "route[0].z", "0.8*r(X)"); },
         [=, this] { return json(tendon + "route[0].z") == "\"0.8*r(X)\""; }}}},
      {select(Kind::kController, "pulls"),
       {{"formula of time", [this] { type("controllers.pulls.outputs.tendon 1", "5*sin(pi*t)^2"); },
         [this] { return json("controllers.pulls.outputs.tendon 1") == "\"5*sin(pi*t)^2\""; }}}},
      {select(Kind::kSimulation, "Simulation"), {typed("simulation.step", "4 ms", 0.004)}},
  };
}

TEST_F(InspectorTypingTest, EveryKindOfFieldIsTypedLiveUndoneAndRedone) {
  open(exampleNamed("soft-manipulator"), true);
  showEverything();
  ASSERT_TRUE(soon([&] { return running() && time() > 0.05; }));
  const std::uint64_t violations = engineViolations();
  std::vector<std::string> texts{text()};
  for (const auto& [select, edits] : afternoon()) {
    select();
    for (const TypedEdit& edit : edits) {
      SCOPED_TRACE(std::string(edit.what) + ", edit " + std::to_string(texts.size()));
      edit.make();
      ASSERT_TRUE(soon(edit.there)) << texts.size();
      ASSERT_NE(text(), texts.back());
      texts.push_back(text());
      const double before = time();
      ASSERT_TRUE(soon([&] { return time() > before; }));
      EXPECT_TRUE(running());
    }
  }
  ASSERT_GE(texts.size(), 14u);
  ASSERT_TRUE(settled());
  EXPECT_TRUE(running());
  keep("inspector-typed-light");
  const auto walk = [&](int from, int to, Qt::KeyboardModifiers modifiers) {
    for (int i = from; i != to;) {
      i += to > from ? 1 : -1;
      press(Qt::Key_Z, modifiers);
      ASSERT_EQ(text(), texts[static_cast<std::size_t>(i)]) << i;
    }
  };
  const int last = static_cast<int>(texts.size()) - 1;
  walk(last, 0, Qt::ControlModifier);
  EXPECT_FALSE(window.document().isDirty());
  walk(0, last, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_TRUE(window.document().isDirty());
  walk(last, 0, Qt::ControlModifier);
  ASSERT_TRUE(settled());
  EXPECT_FALSE(window.document().isDirty());
  EXPECT_TRUE(running());
  EXPECT_EQ(engineViolations(), violations);
}

/// Zeros do not turn millimetres into metres; another unit is a choice that the project keeps.
TEST_F(InspectorTypingTest, LengthsKeepOneUnit) {
  open(exampleNamed("soft-manipulator"), false);
  clickInTree(Kind::kLink, "arm");
  const QString position = "links.arm.pose.position";
  for (const char* entry : {"[0]", "[1]", "[2]"}) type(position + entry, "0");
  ASSERT_TRUE(soon([&] { return number(position + "[2]") == 0; }));
  type(position + "[0]", "100");
  ASSERT_TRUE(soon([&] { return number(position + "[0]") == 0.1; })) << number(position + "[0]");
  window.context().actions().trigger("lengthUnit");
  ASSERT_TRUE(soon([&] { return text().find("length_unit") != std::string::npos; }));
  type(position + "[0]", "0.25");
  ASSERT_TRUE(soon([&] { return number(position + "[0]") == 0.25; })) << number(position + "[0]");
  press(Qt::Key_Z, Qt::ControlModifier);
  press(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(text().find("length_unit"), std::string::npos);
}

TEST_F(InspectorTypingTest, TabGoesFromFieldToFieldAndCommits) {
  open(exampleNamed("soft-manipulator"), true);
  clickInTree(Kind::kMaterial, "silicone");
  type("materials.silicone.young", "2 MPa", Qt::Key_Tab);
  ASSERT_TRUE(soon([&] { return number("materials.silicone.young") == 2e6; }));
  auto* next = qobject_cast<QLineEdit*>(QApplication::focusWidget());
  ASSERT_TRUE(next);
  EXPECT_EQ(next->objectName(), "field:materials.silicone.poisson");
  EXPECT_EQ(next->selectedText(), next->text()) << "what is typed next replaces the value";
  QTest::keyClicks(next, "0.4");
  press(Qt::Key_Tab);
  EXPECT_TRUE(soon([&] { return number("materials.silicone.poisson") == 0.4; }));
}

/// What the points of a body cost is told below their field; the link sets as many as it says, as one step.
TEST_F(InspectorTypingTest, PointsThatCostAccuracyAreMendedByOneClick) {
  open(written("arm.tendril.json", R"({"format": "tendril", "version": 1, "name": "arm",
      "materials": {"silicone": {"density": 1000, "young": 1e6}},
      "links": [{"name": "arm", "body": {"type": "rod", "material": "silicone", "length": 0.5,
        "section": {"shape": "circle", "radius": 0.01}, "quadrature": 8,
        "strain": {"bending_y": {"basis": "legendre", "order": 7}}}}]})"),
       false);
  clickInTree(Kind::kLink, "arm");
  showEverything();
  const QString path = "links.arm.body.quadrature";
  ASSERT_TRUE(soon([&] { return field(path); }));
  const std::string before = text();
  QToolButton* use = cure(path);
  ASSERT_TRUE(use);
  const int offered = use->text().split(u' ').back().toInt();
  EXPECT_GT(offered, 8) << use->text().toStdString();
  EXPECT_TRUE(use->toolTip().contains("times as many points")) << use->toolTip().toStdString();
  keep("points-note-light");
  click(use);
  ASSERT_TRUE(soon([&] { return number(path) == offered; }));
  ASSERT_TRUE(soon([&] { return !use->isVisible(); })) << use->text().toStdString();
  keep("points-note-mended-light");
  press(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_TRUE(soon([&] { return number(path) == 8; }));
  EXPECT_EQ(text(), before);
  EXPECT_TRUE(cure(path));
}

TEST_F(InspectorTypingTest, PointsOfAVolumeAreMendedByOneClick) {
  open(exampleNamed("inflating-tube"), false);
  const Description& read = project();
  const auto link = std::find_if(read.links.begin(), read.links.end(), [](const description::Link& each) {
    return each.body && std::holds_alternative<description::VolumeBody>(*each.body);
  });
  ASSERT_NE(link, read.links.end());
  window.selection().select(Target::link(link->id));
  showEverything();
  const QString path = "links." + QString::fromStdString(link->name) + ".body.quadrature";
  ASSERT_TRUE(soon([&] { return field(path); }));
  type(path, "1");
  ASSERT_TRUE(settled());
  QToolButton* use = cure(path);
  ASSERT_TRUE(use);
  EXPECT_EQ(use->text(), "Use 4");
  keep("points-note-volume-light");
  click(use);
  EXPECT_TRUE(soon([&] { return number(path) == 4; }));
  EXPECT_TRUE(soon([&] { return !use->isVisible(); }));
}

TEST_F(InspectorTypingTest, KeysUndoWhereTextIsTypedAndEditsElsewhere) {
  open(exampleNamed("soft-manipulator"), false);
  clickInTree(Kind::kMaterial, "silicone");
  const std::string start = text();
  type("materials.silicone.density", "1050");
  const std::string edited = text();
  ASSERT_NE(edited, start);
  auto* edit = field<QLineEdit>("materials.silicone.density");
  const QString shown = edit->text();
  QTest::keyClicks(edit, "77");
  press(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(edit->text(), shown) << "what is being typed comes first";
  EXPECT_EQ(text(), edited);
  press(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(text(), start);
}

}  // namespace
}  // namespace tendril
