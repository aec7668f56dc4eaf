// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/edits/edits.hpp"

#include <gtest/gtest.h>

#include <set>

#include "core/builder/build_model.hpp"
#include "core/plugins/loader.hpp"
#include "core/project/project.hpp"
#include "core/session/snapshot.hpp"
#include "studio/document/copies/copies.hpp"
#include "studio/document/edits/geometry/shape_edits.hpp"
#include "studio/document/items.hpp"
#include "studio/document/mentions.hpp"
#include "tests/core/plugins/plugin_files.hpp"
#include "tests/studio/document/fixtures.hpp"

namespace tendril {
namespace {

ItemRef item(const Document& document, ItemKind kind, const std::string& name) {
  const auto found = edits::find(document.description(), kind, name);
  EXPECT_TRUE(found) << name;
  return found.value_or(ItemRef{});
}
ObjectId link(const Document& document, const std::string& name) {
  return item(document, ItemKind::kLink, name).id;
}

bool builds(const Document& document) {
  std::vector<Problem> problems;
  const bool good = buildModel(document.description(), problems, {.directory = document.directory()}) != nullptr;
  EXPECT_TRUE(good) << textOf(problems);
  return good;
}

TEST(Edits, EveryTemplateCanBeBuiltOnEveryOther) {
  for (std::size_t first = 0; first < kLinkTemplates; ++first)
    for (std::size_t second = 0; second < kLinkTemplates; ++second) {
      Document document;
      ASSERT_TRUE(apply(document, edits::addLink(static_cast<LinkTemplate>(first), 0)));
      const ObjectId base = document.description().links.front().id;
      ASSERT_TRUE(apply(document, edits::addLink(static_cast<LinkTemplate>(second), base)));
      const ObjectId last = document.description().links.back().id;
      EXPECT_TRUE(apply(document, edits::addTendon(last)));
      EXPECT_TRUE(apply(document, edits::addTendon(base)));
      EXPECT_TRUE(apply(document, edits::addLoad(last)));
      std::vector<Problem> problems;
      const bool fixed = document.description().links.back().joint.type == JointType::kFixed;
      EXPECT_EQ(document.edit(edits::addMotor(last), problems), !fixed);
      const auto actuators = document.description().actuators;  // an edit replaces those of the document
      for (const auto& actuator : actuators) EXPECT_TRUE(apply(document, edits::addSignal(actuator.id)));
      EXPECT_TRUE(builds(document)) << first << " " << second;
    }
}

TEST(Edits, ALinkHangsWhereItIsPut) {
  Document document;
  ASSERT_TRUE(apply(document, edits::addLink(LinkTemplate::kRod, {.position = Vec3(0.1, -0.2, 0.3)})));
  EXPECT_EQ(document.description().links[0].pose.position[1].value, -0.2);
  description::Attachment half;
  half.place = description::Attachment::Place::kStation;
  half.station = 0.5;
  ASSERT_TRUE(apply(document,
                    edits::addLink(LinkTemplate::kSphere, {.parent = document.description().links[0].id, .at = half})));
  std::vector<Problem> problems;
  const auto model = buildModel(document.description(), problems);
  ASSERT_TRUE(model) << textOf(problems);
  Data data(*model);
  const VecX undeformed = model->undeformed();
  Snapshot shape;
  fillSnapshot(model, data, 0, undeformed, VecX::Zero(model->nv), nullptr, shape);
  EXPECT_LT((shape.linkPoses[1].p - Vec3(0.25, -0.2, 0.3)).norm(), 1e-12) << "the middle of 0.3 m along x";
}

TEST(Edits, EveryJointThatMovesHasAnArm) {
  std::set<std::string_view> joints;
  for (std::size_t kind = 0; kind < kLinkTemplates; ++kind) {
    Document document;
    ASSERT_TRUE(apply(document, edits::addLink(static_cast<LinkTemplate>(kind), 0)));
    joints.insert(document.description().links[0].joint.type->name());
  }
  for (const JointType& type : JointType::all()) EXPECT_TRUE(joints.contains(type->name())) << type->name();
}

TEST(Edits, RigidShapesHaveTheMassAndInertiaOfTheirPicture) {
  for (const LinkTemplate kind : {LinkTemplate::kRigid, LinkTemplate::kCylinder, LinkTemplate::kSphere}) {
    Document document;
    ASSERT_TRUE(apply(document, edits::addLink(kind, 0)));
    std::vector<Problem> problems;
    const auto model = buildModel(document.description(), problems);
    ASSERT_TRUE(model) << textOf(problems);
    const ObjectId link = document.description().links[0].id;
    const std::optional<double> density = edits::meanDensity(*model, link);
    ASSERT_TRUE(density);
    EXPECT_NEAR(*density, 1200, 6) << "to the gram";
    const auto before = std::get<description::RigidBody>(*document.description().links[0].body);
    ASSERT_TRUE(document.edit(edits::weighShapes(document.description(), *model, link, *density), problems));
    const auto after = std::get<description::RigidBody>(*document.description().links[0].body);
    EXPECT_NEAR(after.mass.value, before.mass.value, 1e-9);
    for (std::size_t k = 0; k < 6; ++k)
      EXPECT_NEAR(after.inertia[k].value, before.inertia[k].value, 0.01 * before.inertia[1].value) << k;
  }
}

TEST(Edits, AContactGoesWithItsObjectAndFollowsItsName) {
  Document document;
  ASSERT_TRUE(apply(document, edits::addLink(LinkTemplate::kRod, 0)));
  ASSERT_TRUE(apply(document, edits::addObject()));
  const ObjectId rod = document.description().links[0].id, ball = document.description().objects[0].id;
  std::vector<Problem> problems;
  ASSERT_TRUE(document.setField("objects.box.pose.position", "[1, 1, 1]", problems)) << "beside the rod";
  ASSERT_TRUE(apply(document, edits::addContact(rod, ball)));
  ASSERT_TRUE(apply(document, edits::addContact(ball, 0)));
  EXPECT_TRUE(builds(document));
  ASSERT_TRUE(apply(document, edits::rename(document.description(), {ItemKind::kObject, ball}, "apple")));
  const auto between = [&](std::size_t i) {
    return std::get<description::Contact>(document.description().loads.at(i).type).between;
  };
  EXPECT_EQ(between(0)[1].name, "apple");
  ASSERT_TRUE(apply(document, edits::duplicate(document.description(), {{ItemKind::kObject, ball}})));
  ASSERT_EQ(document.description().objects.size(), 2U);
  ASSERT_EQ(document.description().loads.size(), 3U) << "its contact with the floor is copied with it";
  EXPECT_EQ(between(2)[0].id, document.description().objects[1].id);
  ASSERT_TRUE(apply(document, edits::remove(document.description(), {{ItemKind::kObject, ball}})));
  EXPECT_EQ(document.description().loads.size(), 1U);
  ASSERT_TRUE(document.undo());
  EXPECT_EQ(document.description().loads.size(), 3U);
  EXPECT_TRUE(builds(document));
}

TEST(Edits, ALoopGoesWithItsLinkAndComesBack) {
  Document document;
  ASSERT_TRUE(apply(document, edits::addLink(LinkTemplate::kRod, 0)));
  ASSERT_TRUE(apply(document, edits::addLink(LinkTemplate::kRevoluteArm, 0)));
  const ObjectId rod = document.description().links[0].id, arm = document.description().links[1].id;
  ASSERT_TRUE(apply(document, edits::addLoop(rod, arm)));
  ASSERT_TRUE(apply(document, edits::addLoop(rod, 0)));
  const std::string text = document.text();
  EXPECT_EQ(document.description().loops[1].b.link.name, "world");
  EXPECT_TRUE(builds(document));
  ASSERT_TRUE(apply(document, edits::remove(document.description(), {{ItemKind::kLink, arm}})));
  ASSERT_EQ(document.description().loops.size(), 1u);
  EXPECT_EQ(document.description().loops[0].a.link.id, rod);
  document.undo();
  EXPECT_EQ(document.text(), text);
}

TEST(Edits, AnEmptyProjectCanBeBuilt) {
  EXPECT_TRUE(builds(Document()));
}

TEST(Edits, RemovingALinkTakesWhatHangsOnItAndSaysSo) {
  Document document = smallDocument();
  const Edit remove = edits::remove(document.description(), {item(document, ItemKind::kLink, "arm")});
  EXPECT_EQ(remove.name, "Delete “arm”, 1 link, 2 tendons, 1 load and 1 computed signal");
  EXPECT_TRUE(apply(document, remove));
  const Description& d = document.description();
  EXPECT_EQ(d.links.size(), 1U);
  EXPECT_EQ(d.actuators.size(), 1U);
  EXPECT_TRUE(d.loads.empty());
  EXPECT_TRUE(d.signals.entries.empty());
  EXPECT_TRUE(d.provenance.entries.empty() || d.provenance.entries.size() == 1);
  EXPECT_EQ(d.variants.entries.front().second.entries.size(), 1U);
  const auto& outputs = std::get<description::SignalsController>(d.controllers.front().type).outputs.entries;
  EXPECT_EQ(outputs.size(), 1U);
  EXPECT_TRUE(builds(document));
}

TEST(Edits, RemovingTheLastActuatorOfAControllerTakesTheController) {
  Document document = smallDocument();
  EXPECT_TRUE(apply(document, edits::remove(document.description(), {item(document, ItemKind::kLink, "base")})));
  EXPECT_TRUE(document.description().links.empty());
  EXPECT_TRUE(document.description().controllers.empty());
  EXPECT_TRUE(document.undo());
  EXPECT_EQ(document.text(), smallDocument().text());
}

TEST(Edits, AMaterialInUseStays) {
  Document document = smallDocument();
  std::vector<Problem> problems;
  EXPECT_FALSE(document.edit(edits::remove(document.description(), {item(document, ItemKind::kMaterial, "silicone")}),
                             problems));
  ASSERT_FALSE(problems.empty());
  EXPECT_EQ(problems.front().path, "materials.silicone");
  EXPECT_NE(problems.front().cure.find("arm"), std::string::npos);
}

TEST(Edits, RenamingIsFollowedEverywhere) {
  Document document = smallDocument();
  EXPECT_TRUE(
      apply(document, edits::rename(document.description(), item(document, ItemKind::kLink, "arm"), "long arm")));
  EXPECT_TRUE(
      apply(document, edits::rename(document.description(), item(document, ItemKind::kActuator, "tendon 1"), "pull")));
  EXPECT_TRUE(
      apply(document, edits::rename(document.description(), item(document, ItemKind::kMaterial, "silicone"), "gel")));
  const std::string text = document.text();
  EXPECT_EQ(text.find("\"arm\""), std::string::npos) << text;
  EXPECT_EQ(text.find("tendon 1"), std::string::npos) << text;
  EXPECT_EQ(text.find("silicone"), std::string::npos) << text;
  EXPECT_EQ(document.description().signals.entries.front().second, "'long arm'.tip.x - hand.tip.x + pull.tension*size");
  const ReadResult again = readProjectText(text);
  EXPECT_TRUE(again.ok()) << textOf(again.problems);
  while (document.undo()) {
  }
  EXPECT_EQ(document.text(), smallDocument().text());
}

TEST(Edits, StoredPlotsFollowNamesBackAndForth) {
  Document document = smallDocument();
  std::vector<Problem> problems;
  const std::string plots = R"json([{"title":"tips","signals":["arm.tip.x","norm(arm.tip-hand.tip)"],)json"
                            R"json("hidden":["arm.tip.x"]},{"signals":["'tendon 1'.tension"]}])json";
  ASSERT_TRUE(document.setStudio("plots", plots, problems));
  const std::string start = document.text();
  ASSERT_TRUE(document.setField("links.arm.name", "\"long arm\"", problems)) << textOf(problems);
  EXPECT_EQ(document.studio("plots"),
            R"json([{"title":"tips","signals":["'long arm'.tip.x","norm('long arm'.tip-hand.tip)"],)json"
            R"json("hidden":["'long arm'.tip.x"]},{"signals":["'tendon 1'.tension"]}])json");
  ASSERT_TRUE(document.setField("actuators.tendon 1.name", "\"pull\"", problems));
  EXPECT_NE(document.studio("plots").find("pull.tension"), std::string::npos);
  EXPECT_EQ(document.undoCount(), 2u);
  while (document.undo()) {
  }
  EXPECT_EQ(document.text(), start);
  while (document.redo()) {
  }
  EXPECT_NE(document.studio("plots").find("'long arm'.tip.x"), std::string::npos);
  // Plots that were changed since follow the name all the same.
  ASSERT_TRUE(document.setStudio("plots", R"json([{"signals":["'long arm'.q[0]","pull.tension"]}])json", problems));
  while (document.undo()) {
  }
  EXPECT_EQ(document.studio("plots"), R"json([{"signals":["arm.q[0]","'tendon 1'.tension"]}])json");
}

TEST(Edits, PlotsOfWhatIsGoneComeBackAsTheyWere) {
  Document document = smallDocument();
  std::vector<Problem> problems;
  const std::string plots = R"json([{"signals":["arm.q[0]","ghost.q[0]","'hand'.q"]}])json";
  ASSERT_TRUE(document.setStudio("plots", plots, problems));
  const std::string start = document.text();
  ASSERT_TRUE(document.setField("links.arm.name", "\"ghost\"", problems)) << textOf(problems);
  EXPECT_EQ(document.studio("plots"), R"json([{"signals":["ghost.q[0]","ghost.q[0]","'hand'.q"]}])json");
  ASSERT_TRUE(document.undo());
  EXPECT_EQ(document.text(), start);
}

TEST(Edits, ANameThatIsTakenOrNoneIsRefused) {
  Document document = smallDocument();
  for (const char* name : {"hand", "world", "", "a.b", " a", "[0]"}) {
    std::vector<Problem> problems;
    EXPECT_FALSE(
        document.edit(edits::rename(document.description(), item(document, ItemKind::kLink, "arm"), name), problems))
        << name;
    EXPECT_TRUE(hasErrors(problems));
  }
}

TEST(Edits, RenamingAParameterChangesEveryFormulaButNotItsVariables) {
  Document document = smallDocument();
  EXPECT_TRUE(apply(document, edits::renameParameter("size", "radius")));
  const std::string text = document.text();
  EXPECT_NE(text.find("=2*radius"), std::string::npos);
  EXPECT_NE(text.find("=radius"), std::string::npos);
  EXPECT_NE(text.find("r(X)"), std::string::npos) << "the function of the section is not the parameter";
  EXPECT_NE(text.find("'tendon 1'.tension*radius"), std::string::npos) << text;
  std::vector<Problem> problems;
  EXPECT_FALSE(document.edit(edits::removeParameter("radius"), problems));
  EXPECT_NE(problems.front().message.find("used"), std::string::npos);
  problems.clear();
  EXPECT_FALSE(document.edit(edits::removeParameter("size"), problems));
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems.front().message, "there is no parameter “size”");
}

TEST(Edits, ALinkCannotHangOnItself) {
  Document document = smallDocument();
  std::vector<Problem> problems;
  for (const char* parent : {"base", "arm", "hand"})
    EXPECT_FALSE(document.edit(edits::reparent(document.description(), link(document, "base"), link(document, parent)),
                               problems))
        << parent;
  EXPECT_TRUE(apply(document, edits::reparent(document.description(), link(document, "hand"), 0)));
  EXPECT_EQ(document.description().links[2].parent.name, "world");
}

TEST(Edits, ParentsAreMovedBeforeTheirChildren) {
  Document document = smallDocument();
  EXPECT_TRUE(apply(document, edits::addLink(LinkTemplate::kRigid, 0)));
  const ObjectId block = document.description().links.back().id;
  EXPECT_TRUE(apply(document, edits::reparent(document.description(), link(document, "base"), block)));
  EXPECT_EQ(document.description().links.front().id, block);
  EXPECT_TRUE(builds(document));
  std::vector<Problem> problems;
  EXPECT_TRUE(document.setField("links.hand.parent", "\"base\"", problems)) << textOf(problems);
}

TEST(Edits, ALinkStaysBetweenItsParentAndItsChildren) {
  Document document = smallDocument();
  EXPECT_TRUE(apply(document, edits::move(document.description(), item(document, ItemKind::kLink, "arm"), 99)));
  EXPECT_EQ(document.description().links[1].name, "arm");
  EXPECT_FALSE(document.canUndo()) << "it is where it was";
  EXPECT_TRUE(apply(document, edits::move(document.description(), item(document, ItemKind::kActuator, "motor"), 0)));
  EXPECT_EQ(document.description().actuators.front().name, "motor");
}

TEST(Edits, DuplicatesCarryWhatBelongsToThemAlone) {
  Document document = smallDocument();
  EXPECT_TRUE(apply(document, edits::duplicate(document.description(), {item(document, ItemKind::kLink, "arm")})));
  const Description& d = document.description();
  ASSERT_EQ(d.links.size(), 5U);
  EXPECT_EQ(d.links[3].name, "arm 2");
  EXPECT_EQ(d.links[3].parent.name, "base");
  EXPECT_EQ(d.links[4].parent.name, "arm 2");
  EXPECT_EQ(d.actuators.size(), 5U) << "both tendons, not the motor of the base";
  EXPECT_EQ(d.loads.size(), 2U);
  EXPECT_EQ(d.materials.items.size(), 1U) << "of the same material";
  EXPECT_EQ(std::get<description::TendonActuator>(d.actuators[3].type).route.front().link.name, "arm 2");
  EXPECT_TRUE(builds(document));
}

TEST(Edits, ObjectsTravelBetweenProjectsAsText) {
  const Document source = smallDocument();
  const std::string text = edits::copy(source.description(), {item(source, ItemKind::kLink, "arm")});
  EXPECT_TRUE(edits::canPaste(text));
  Document target;
  EXPECT_TRUE(apply(target, edits::paste(text, 0)));
  EXPECT_EQ(target.description().links.size(), 2U);
  EXPECT_EQ(target.description().links.front().parent.name, "world");
  EXPECT_EQ(target.description().materials.items.size(), 1U);
  EXPECT_EQ(target.description().parameters.entries.size(), 2U) << "size, and what needs it";
  EXPECT_TRUE(builds(target));
  EXPECT_TRUE(apply(target, edits::paste(text, target.description().links.front().id)));
  EXPECT_EQ(target.description().links.size(), 4U);
  EXPECT_TRUE(builds(target));
}

TEST(Edits, AForeignMaterialOfTheSameNameComesUnderAnother) {
  const Document source = smallDocument();
  const std::string text = edits::copy(source.description(), {item(source, ItemKind::kLink, "arm")});
  Document target = smallDocument();
  std::vector<Problem> problems;
  EXPECT_TRUE(target.setField("materials.silicone.young", "3e6", problems));
  EXPECT_TRUE(apply(target, edits::paste(text, 0)));
  EXPECT_EQ(target.description().materials.items.size(), 2U);
  EXPECT_TRUE(builds(target));
}

TEST(Edits, NonsenseIsNotPasted) {
  Document document = smallDocument();
  for (const char* text :
       {"", "hello", "{}", "[1]", "{\"format\": \"tendril\"}", "{\"format\": \"tendril\", \"links\": 3}",
        "{\"format\": \"tendril\", \"version\": 1, \"links\": [{\"name\": \"x\", \"bdy\": 1}]}"}) {
    std::vector<Problem> problems;
    EXPECT_FALSE(document.edit(edits::paste(text, 0), problems)) << text;
    EXPECT_TRUE(hasErrors(problems)) << text;
  }
  EXPECT_FALSE(document.canUndo());
}

TEST(Edits, SectionsKeepTheirSizeWhenTheirShapeChanges) {
  Document document = smallDocument();
  for (const char* shape : {"rectangle", "ellipse", "tube", "profile", "circle"}) {
    EXPECT_TRUE(apply(document, edits::setType("links.arm.body.section.shape", shape))) << shape;
    EXPECT_TRUE(builds(document)) << shape;
  }
  while (document.undo()) {
  }
  EXPECT_EQ(document.text(), smallDocument().text());
  EXPECT_TRUE(apply(document, edits::setType("links.arm.body.section.shape", "rectangle")));
  const auto& body = std::get<description::RodBody>(*document.description().links[1].body);
  const auto& rectangle = std::get<description::RectangleSection>(body.single.section.shape);
  EXPECT_EQ(rectangle.height.start.expression, "(twice)*2");
}

TEST(Edits, JointsCanBeOfAnyKind) {
  Document document = smallDocument();
  std::vector<Problem> problems;
  ASSERT_TRUE(document.setField("links.base.joint.q0", "[0.3]", problems)) << textOf(problems);
  ASSERT_TRUE(document.setField("links.base.joint.limits", "[[-1, 1]]", problems)) << textOf(problems);
  ASSERT_TRUE(document.setField("links.base.joint.damping", "[0.3]", problems)) << textOf(problems);
  for (const char* type :
       {"spherical", "universal", "free", "planar", "cylindrical", "helical", "prismatic", "revolute"}) {
    EXPECT_TRUE(document.setField("links.base.joint.type", '"' + std::string(type) + '"', problems))
        << type << ": " << textOf(problems);
    EXPECT_TRUE(builds(document)) << type;
  }
  EXPECT_FALSE(document.setField("links.base.joint.type", "\"fixed\"", problems)) << "the motor needs it to move";
}

TEST(Edits, BodiesCanBeOfAnyKind) {
  Document document = smallDocument();
  for (const char* name : {"base", "arm", "hand"})
    for (const char* type : {"rod", "rigid", "", "constant_curvature", "rod", "primitives", "rigid",
                             "constant_curvature", "primitives", "fem", "expression", "fem", "rod", "rigid"}) {
      EXPECT_TRUE(apply(document, edits::setBody(document.description(), link(document, name), type)))
          << name << " " << type;
      EXPECT_TRUE(builds(document)) << name << " " << type;
    }
  while (document.undo()) {
  }
  EXPECT_EQ(document.text(), smallDocument().text());
}

TEST(Edits, LawsKeepTheirStiffness) {
  Document document;
  std::vector<Problem> problems;
  ASSERT_TRUE(apply(document, edits::addLink(LinkTemplate::kVolume, 0)));
  ASSERT_TRUE(apply(document, edits::addLink(LinkTemplate::kConstantCurvature, 0)));
  EXPECT_EQ(document.description().materials.items.size(), 2u) << "a rubber and a linear one";
  EXPECT_FALSE(document.edit(edits::setType("materials.rubber.model", "jelly"), problems));
  EXPECT_FALSE(document.edit(edits::setType("materials.rubber.model", "plugin"), problems));
  EXPECT_EQ(problems.back().message, "no plugin that is loaded has a material law");
  for (const char* law : {"mooney_rivlin", "yeoh", "neo_hookean"}) {
    EXPECT_TRUE(apply(document, edits::setType("materials.rubber.model", law))) << law;
    EXPECT_TRUE(builds(document)) << law;
  }
  const auto& law = std::get<description::NeoHookean>(document.description().materials.items.front().law);
  EXPECT_NEAR(law.c1.value, 1e5, 1e-9);
  EXPECT_EQ(law.relaxation.value, 0.02);
}

TEST(Edits, LawsOfPluginsAreChosenLikeOthers) {
  ASSERT_TRUE(loadPlugin(examplePlugin("bulge")).loaded());
  Document document;
  ASSERT_TRUE(apply(document, edits::addLink(LinkTemplate::kVolume, 0)));
  ASSERT_TRUE(apply(document, edits::setType("materials.rubber.model", "plugin")));
  EXPECT_TRUE(builds(document));
  std::vector<Problem> problems;
  ASSERT_TRUE(document.setField("materials.rubber.coefficients", R"({"mu": 3e5})", problems)) << textOf(problems);
  ASSERT_TRUE(apply(document, edits::setType("materials.rubber.model", "neo_hookean")));
  const auto& law = std::get<description::NeoHookean>(document.description().materials.items.front().law);
  EXPECT_NEAR(law.c1.value, 1.5e5, 1e-6) << "half the shear modulus";
}

TEST(Edits, ArcsKeepTheirInitialShapeWhenTheyBendTheOtherWayToo) {
  Document document;
  ASSERT_TRUE(apply(document, edits::addLink(LinkTemplate::kConstantCurvature, 0)));
  std::vector<Problem> problems;
  const auto set = [&](const char* field, const char* value) {
    EXPECT_TRUE(document.setField(std::string("links.arc.body.") + field, value, problems)) << textOf(problems);
  };
  const auto start = [&] {
    const auto& body = std::get<description::ConstantCurvatureBody>(*document.description().links[0].body);
    std::vector<double> q;
    for (const auto& value : body.q0) q.push_back(value.value);
    return q;
  };
  set("q0", "[0.2, 0.7]");
  set("elongation", "true");
  EXPECT_EQ(start(), (std::vector{0.2, 0.7, 0.0}));
  set("planar", "true");
  EXPECT_EQ(start(), std::vector{0.7});
  set("planar", "false");
  EXPECT_EQ(start(), (std::vector{0.0, 0.7, 0.0}));
  EXPECT_TRUE(builds(document));
}

TEST(Edits, ALinkIsRepeatedIntoAChain) {
  Document document = smallDocument();
  const std::size_t before = document.description().links.size();
  ASSERT_TRUE(apply(document, edits::repeat(document.description(), link(document, "arm"), 5)));
  EXPECT_EQ(document.description().links.size(), before + 5);
  EXPECT_TRUE(builds(document));
  std::vector<Problem> problems;
  EXPECT_FALSE(document.edit(edits::repeat(document.description(), link(document, "arm"), 0), problems));
  EXPECT_TRUE(document.undo());
  EXPECT_EQ(document.text(), smallDocument().text());
}

TEST(Edits, FreeNamesCountOn) {
  const Document document = smallDocument();
  EXPECT_EQ(edits::freeName(document.description(), "arm"), "arm 2");
  EXPECT_EQ(edits::freeName(document.description(), "tendon 1"), "tendon 3");
  EXPECT_EQ(edits::freeName(document.description(), "leg"), "leg");
  EXPECT_EQ(edits::freeName(document.description(), "size"), "size 2");
}

TEST(Mentions, NamesAreWordsNotParts) {
  EXPECT_EQ(renamedName("2*r + radius*r(X) + a.r - 'r'", "r", "s"), "2*s + radius*s(X) + a.r - 'r'");
  EXPECT_EQ(renamedObject("arm.tip.x - 'arm'.y + charm.tip + a.arm.x", "arm", "leg"),
            "leg.tip.x - leg.y + charm.tip + a.arm.x");
  EXPECT_EQ(renamedObject("arm.q[3]", "arm", "left arm"), "'left arm'.q[3]");
  EXPECT_TRUE(usesObject("norm(arm.tip - 'b c'.tip)", "b c"));
  EXPECT_FALSE(usesObject("arm + 2", "arm"));
  EXPECT_EQ(movedPath("links.arm.body", "links.arm", "links.leg"), "links.leg.body");
  EXPECT_EQ(movedPath("links.army", "links.arm", "links.leg"), "links.army");
}

}  // namespace
}  // namespace tendril
