// SPDX-License-Identifier: GPL-3.0-or-later
// Controllers added, changed, removed: each is one step, builds, and its first run is calm.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/builder/build_model.hpp"
#include "core/session/simulate.hpp"
#include "studio/document/copies/copies.hpp"
#include "studio/document/edits/controller_edits.hpp"
#include "studio/document/edits/edits.hpp"
#include "tests/studio/document/fixtures.hpp"

namespace tendril {
namespace {

namespace desc = description;

std::shared_ptr<const Model> built(const Document& document) {
  std::vector<Problem> problems;
  auto model = buildModel(document.description(), problems, {.directory = document.directory()});
  EXPECT_TRUE(model) << textOf(problems);
  return model;
}

/// A rigid arm of hinges with a motor each.
Document armOfMotors(int count = 3) {
  Document document;
  ObjectId last = 0;
  for (int i = 0; i < count; ++i) {
    EXPECT_TRUE(apply(document, edits::addLink(LinkTemplate::kRevoluteArm, last)));
    last = document.description().links.back().id;
    EXPECT_TRUE(apply(document, edits::addMotor(last)));
  }
  return document;
}

/// A rod with two tendons, across from one another by 120°.
Document armOfTendons() {
  Document document;
  EXPECT_TRUE(apply(document, edits::addLink(LinkTemplate::kRod, 0)));
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(apply(document, edits::addTendon(document.description().links[0].id)));
  return document;
}

edits::ControllerOffer offerOf(const Document& document, std::string_view type,
                               const std::vector<ObjectId>& chosen = {}) {
  for (edits::ControllerOffer& offer : edits::controllerOffers(document.description(), built(document).get(), chosen))
    if (offer.type == type) return offer;
  ADD_FAILURE() << "no offer of " << type;
  return {};
}

ControllerDesign designOf(const Document& document, std::string_view type, const std::vector<ObjectId>& chosen = {}) {
  const edits::ControllerOffer offer = offerOf(document, type, chosen);
  EXPECT_EQ(offer.reason, "");
  return designController(*built(document), document.description(), {offer.type, offer.outputs});
}

const desc::Controller& lastController(const Document& document) {
  return document.description().controllers.back();
}

desc::TrackingController trackingOf(const desc::Controller& controller) {
  return std::visit(
      [](const auto& type) {
        if constexpr (requires { type.gains; }) return static_cast<desc::TrackingController>(type);
        ADD_FAILURE() << "follows nothing";
        return desc::TrackingController();
      },
      controller.type);
}

std::vector<std::string_view> allKinds() {
  return {"signals", "pid", "pd", "pd_cancellation", "computed_torque", "partial_feedback_linearization"};
}

/// What is left of the way to the rest after some seconds, and how fast the robot moves then, of the arm of motors.
struct Ending {
  double error = 0, speed = 0;
};
Ending after(const Document& document, double seconds) {
  Program program(built(document));
  const State start = initialState(*program.model);
  SimulationRequest request;
  request.duration = seconds;
  const SimulationResult run = simulate(program, request);
  EXPECT_FALSE(run.failure) << (run.failure ? run.failure->message() : std::string());
  return {(run.final.q - start.q).cwiseAbs().maxCoeff(), run.final.v.cwiseAbs().maxCoeff()};
}

TEST(ControllerEdits, EveryKindIsOneStepThatBuildsAndIsUndone) {
  for (const bool soft : {false, true})
    for (const std::string_view type : allKinds()) {
      Document document = soft ? armOfTendons() : armOfMotors();
      const edits::ControllerOffer offer = offerOf(document, type);
      if (!offer.reason.empty()) continue;
      const std::string before = document.text();
      ASSERT_TRUE(apply(document, edits::addController(designOf(document, type)))) << type;
      const std::string own(std::visit([]<class T>(const T&) { return T::kType; }, lastController(document).type));
      EXPECT_EQ(own, type);
      EXPECT_TRUE(built(document)) << type;
      document.undo();
      EXPECT_EQ(document.text(), before) << type;
    }
}

TEST(ControllerEdits, LawsThatLeadTakeTheTipWhereItIs) {
  for (const bool soft : {false, true}) {
    Document document = soft ? armOfTendons() : armOfMotors();
    const std::string_view type = soft ? "inverse_statics" : "task_space";
    const ControllerDesign design = designOf(document, type);
    EXPECT_EQ(design.link, document.description().links.back().id);
    ASSERT_EQ(design.rest.size(), 3u);
    ASSERT_TRUE(apply(document, edits::addController(design))) << type;
    EXPECT_FALSE(edits::followsInputs(lastController(document)));
    const Ending ending = after(document, 3);
    EXPECT_LE(ending.error, soft ? 20 : 0.05);
    EXPECT_LE(ending.speed, soft ? 1 : 0.01);
    // The other law that leads keeps the frame and the reference, a law of inputs does not.
    const ObjectId id = lastController(document).id;
    const std::string_view other = soft ? "task_space" : "pd";
    ASSERT_TRUE(apply(document,
                      edits::changeController(document.description(), id,
                                              designOf(document, other, edits::outputsOf(lastController(document))))));
    const auto rest = std::get<desc::ConstantMotion>(trackingOf(lastController(document)).reference.type).value;
    EXPECT_EQ(rest.values.size(), 3u);
    document.undo();
    document.undo();
    EXPECT_TRUE(document.description().controllers.empty());
  }
}

TEST(ControllerEdits, TheFirstRunComesToRest) {
  for (const std::string_view type : allKinds()) {
    if (type == "signals") continue;
    Document document = armOfMotors();
    ASSERT_TRUE(apply(document, edits::addController(designOf(document, type))));
    const Ending ending = after(document, 8);
    EXPECT_LT(ending.speed, 0.02) << type;
    const bool holds = type != "pd";  // gravity pulls it down a little
    EXPECT_LT(ending.error, holds ? 0.02 : 1.5) << type;
  }
}

TEST(ControllerEdits, SoftArmsAreHeldToo) {
  for (const std::string_view type : {"pid", "pd", "pd_cancellation", "partial_feedback_linearization"}) {
    Document document = armOfTendons();
    ASSERT_TRUE(apply(document, edits::addController(designOf(document, type))));
    EXPECT_LT(after(document, 6).speed, 0.5) << type;
  }
}

/// A base that floats with an arm of one hinge on it, a motor each.
Document floatingArm() {
  Document document;
  EXPECT_TRUE(apply(document, edits::addLink(LinkTemplate::kRevoluteArm, 0)));
  const ObjectId base = document.description().links[0].id;
  EXPECT_TRUE(apply(document, edits::addLink(LinkTemplate::kRevoluteArm, base)));
  EXPECT_TRUE(apply(document, {"Float", [](Description& description, std::vector<Problem>&) {
                                 description.links[0].joint.type = JointType::kFree;
                                 return true;
                               }}));
  for (const std::size_t i : {0, 1}) EXPECT_TRUE(apply(document, edits::addMotor(document.description().links[i].id)));
  return document;
}

TEST(ControllerEdits, BasesThatFloatAreHeldWhereTheyAre) {
  Document document = floatingArm();
  const auto& actuators = document.description().actuators;
  EXPECT_EQ(offerOf(document, "pose_tracking").outputs, std::vector<ObjectId>{actuators[0].id});
  EXPECT_NE(offerOf(document, "pose_tracking", {actuators[1].id}).reason.find("free joint"), std::string::npos);
  EXPECT_NE(offerOf(armOfMotors(), "pose_tracking").reason.find("free joint"), std::string::npos);
  const ControllerDesign design = designOf(document, "pose_tracking");
  EXPECT_EQ(design.rest.size(), 6u);
  ASSERT_TRUE(apply(document, edits::addController(design)));
  EXPECT_FALSE(edits::followsInputs(lastController(document)));
  ASSERT_TRUE(built(document));
  // Motions of poses begin where it rests, and build; so does the way back to numbers, with six entries.
  for (const std::string_view type : {"pose_transition", "pose_spline", "pose", "polynomial", "constant"}) {
    ASSERT_TRUE(apply(document, {"Change",
                                 [&](Description& description, std::vector<Problem>& problems) {
                                   return edits::changeReference(description, description.controllers.back(), type,
                                                                 problems);
                                 }}))
        << type;
    EXPECT_TRUE(built(document)) << type;
  }
}

TEST(ControllerEdits, MultirotorsFlyWithTheUsualGains) {
  Document document;
  ASSERT_TRUE(apply(document, edits::addLink(LinkTemplate::kFloatingBase, 0)));
  ASSERT_TRUE(apply(document, edits::addPropellers(document.description().links[0].id)));
  EXPECT_NE(offerOf(document, "pose_tracking").reason.find("4 inputs, where 6"), std::string::npos);
  EXPECT_NE(offerOf(document, "pd").reason.find("no coordinate"), std::string::npos);
  const ControllerDesign design = designOf(document, "geometric_tracking");
  EXPECT_EQ(design.rest.size(), 6u);
  EXPECT_EQ(design.proportional, (std::vector<double>{2.25, 2.25, 2.25, 196, 196, 9}));
  ASSERT_TRUE(apply(document, edits::addController(design)));
  EXPECT_FALSE(edits::followsInputs(lastController(document)));
  const auto model = built(document);
  ASSERT_TRUE(model);
  EXPECT_EQ(model->controllers.size(), 1u);
}

TEST(ControllerEdits, KindsThatCannotServeSayWhy) {
  Document soft = armOfTendons();
  EXPECT_NE(offerOf(soft, "computed_torque").reason.find("needs one input per coordinate"), std::string::npos);
  EXPECT_EQ(offerOf(soft, "pid").reason, "");
  Document empty;
  ASSERT_TRUE(apply(empty, edits::addLink(LinkTemplate::kRevoluteArm, 0)));
  for (const edits::ControllerOffer& offer : edits::controllerOffers(empty.description(), built(empty).get()))
    EXPECT_NE(offer.reason.find("nothing to drive"), std::string::npos) << offer.type;
  ASSERT_TRUE(apply(empty, edits::addDrive(empty.description().links[0].id)));
  EXPECT_EQ(offerOf(empty, "signals").reason, "");
  EXPECT_NE(offerOf(empty, "pd").reason.find("as its position says"), std::string::npos);
  Document ball;
  ASSERT_TRUE(apply(ball, edits::addLink(LinkTemplate::kSphericalArm, 0)));
  ASSERT_TRUE(apply(ball, edits::addMotor(ball.description().links[0].id)));
  EXPECT_NE(offerOf(ball, "pd").reason.find("no coordinates"), std::string::npos);
  EXPECT_NE(edits::controllerOffers(soft.description(), nullptr)[4].reason, "");  // no robot is built
}

TEST(ControllerEdits, OnlyFreeActuatorsAreServedChosenOnesAreTakenOver) {
  Document document = armOfMotors();
  const auto& actuators = document.description().actuators;
  const std::vector<ObjectId> first = {actuators[0].id}, rest = {actuators[1].id, actuators[2].id};
  ASSERT_TRUE(apply(document, edits::addController(designOf(document, "signals", first))));
  EXPECT_EQ(offerOf(document, "pd").outputs, rest);
  ASSERT_TRUE(apply(document, edits::addController(designOf(document, "pd"))));
  EXPECT_NE(offerOf(document, "pid").reason.find("all actuators have a controller"), std::string::npos);
  const std::vector<ObjectId> taken = {first[0], rest[1]};
  ASSERT_TRUE(apply(document, edits::addController(designOf(document, "pid", taken))));
  ASSERT_EQ(document.description().controllers.size(), 2u);  // the signals went with their only output
  EXPECT_EQ(edits::outputsOf(document.description().controllers[0]), std::vector<ObjectId>{rest[0]});
  EXPECT_EQ(edits::outputsOf(lastController(document)), taken);
  EXPECT_TRUE(built(document));  // the lists of the one that lost an output are shorter
  document.undo();
  EXPECT_EQ(document.description().controllers[0].name, "signals");
  EXPECT_TRUE(built(document));
}

TEST(ControllerEdits, AnotherKindKeepsWhatMeansTheSame) {
  Document document = armOfMotors();
  ASSERT_TRUE(apply(document, edits::addController(designOf(document, "pd"))));
  std::vector<Problem> problems;
  const std::string path = "controllers.pd.";
  ASSERT_TRUE(document.setField(path + "reference.value", "[0.1, 0.2, 0.3]", problems)) << textOf(problems);
  ASSERT_TRUE(document.setField(path + "gains.proportional", "[5, 6, 7]", problems)) << textOf(problems);
  ASSERT_TRUE(document.setField(path + "period", "0.01", problems));
  ASSERT_TRUE(apply(document, edits::setType("controllers.pd.type", "pid")));
  EXPECT_EQ(trackingOf(lastController(document)).gains.proportional.values[1].values[0].value, 6);
  ASSERT_TRUE(apply(document, edits::setType("controllers.pd.type", "partial_feedback_linearization")));
  desc::TrackingController now = trackingOf(lastController(document));
  EXPECT_EQ(std::get<desc::ConstantMotion>(now.reference.type).value.values[2].value, 0.3);
  EXPECT_EQ(now.period->value, 0.01);
  EXPECT_NEAR(now.gains.proportional.values[0].values[0].value, 158, 1);
  EXPECT_TRUE(built(document));
  ASSERT_TRUE(apply(document, edits::setType("controllers.pd.type", "signals")));
  EXPECT_EQ(edits::outputsOf(lastController(document)).size(), 3u);
  EXPECT_TRUE(built(document));
  ASSERT_TRUE(apply(document, edits::setType("controllers.pd.type", "computed_torque")));
  EXPECT_TRUE(built(document));
}

TEST(ControllerEdits, EntriesFollowTheOutputs) {
  Document document = armOfMotors();
  ASSERT_TRUE(apply(document, edits::addController(designOf(document, "pd"))));
  const auto& actuators = document.description().actuators;
  const std::vector<ObjectId> all = {actuators[0].id, actuators[1].id, actuators[2].id};
  std::vector<Problem> problems;
  ASSERT_TRUE(document.setField("controllers.pd.gains.proportional", "[5, 6, 7]", problems));
  ASSERT_TRUE(document.setField("controllers.pd.gains.derivative", "[[1,0,0],[0,2,0],[0,0,3]]", problems));
  ControllerDesign design = modestDesign({"pd", {all[2], all[0]}});
  ASSERT_TRUE(apply(document, edits::changeController(document.description(), lastController(document).id, design)));
  desc::Gains gains = trackingOf(lastController(document)).gains;
  EXPECT_EQ(gains.proportional.values[0].values[0].value, 7);
  EXPECT_EQ(gains.proportional.values[1].values[0].value, 5);
  EXPECT_EQ(gains.derivative.values[0].values[0].value, 3);
  EXPECT_TRUE(built(document));
  design.outputs = {all[2], all[0], all[1]}, design.proportional = {1, 2, 3};
  ASSERT_TRUE(apply(document, edits::changeController(document.description(), lastController(document).id, design)));
  gains = trackingOf(lastController(document)).gains;
  EXPECT_EQ(gains.proportional.values[2].values[0].value, 3);  // as it was designed
  EXPECT_TRUE(built(document));
  ASSERT_TRUE(apply(document, edits::remove(document.description(), {{ItemKind::kActuator, all[0]}})));
  EXPECT_EQ(trackingOf(lastController(document)).gains.proportional.values.size(), 2u);
  EXPECT_TRUE(built(document));
}

TEST(ControllerEdits, EveryMotionBeginsWhereTheOneBeforeRested) {
  Document document = armOfMotors();
  ASSERT_TRUE(apply(document, edits::addController(designOf(document, "pd"))));
  std::vector<Problem> problems;
  ASSERT_TRUE(document.setField("controllers.pd.reference.value", "[0.1, 0.2, 0.3]", problems));
  for (const char* type : {"polynomial", "half_cosine", "spline", "lissajous", "expression", "circle", "helix"}) {
    const std::string before = document.text();
    ASSERT_TRUE(apply(document, edits::setType("controllers.pd.reference.type", type))) << type;
    const auto model = built(document);
    ASSERT_TRUE(model) << type;
    Program program(model);
    std::vector<double> first;
    SimulationRequest request;
    request.duration = 0.01;
    request.signals = {"pd.reference[0]", "pd.reference[1]", "pd.reference[2]"};
    request.row = [&](const std::vector<double>& row) {
      if (first.empty()) first.assign(row.end() - 3, row.end());
    };
    simulate(program, request);
    const bool round = std::string_view(type) == "circle" || std::string_view(type) == "helix";
    ASSERT_EQ(first.size(), 3u);
    EXPECT_NEAR(first[2], 0.3, 1e-9) << type;
    if (!round) {
      EXPECT_NEAR(first[0], 0.1, 1e-9) << type;
    }
    document.undo();
    EXPECT_EQ(document.text(), before);
  }
  problems.clear();
  EXPECT_FALSE(document.edit(edits::setType("controllers.pd.reference.type", "table"), problems));
  EXPECT_NE(textOf(problems).find("needs a file"), std::string::npos);
  Document two = armOfMotors(2);
  ASSERT_TRUE(apply(two, edits::addController(designOf(two, "pd"))));
  problems.clear();
  EXPECT_FALSE(two.edit(edits::setType("controllers.pd.reference.type", "circle"), problems));
  EXPECT_NE(textOf(problems).find("three coordinates"), std::string::npos);
}

TEST(ControllerEdits, AreRenamedDuplicatedAndDeleted) {
  Document document = armOfMotors();
  ASSERT_TRUE(apply(document, edits::addController(designOf(document, "pd"))));
  const ItemRef item{ItemKind::kController, lastController(document).id};
  ASSERT_TRUE(apply(document, edits::rename(document.description(), item, "holds")));
  EXPECT_EQ(lastController(document).name, "holds");
  const std::string before = document.text();
  // Alone it would give inputs that have a controller; with its actuators it drives their copies.
  std::vector<Problem> problems;
  EXPECT_FALSE(document.edit(edits::duplicate(document.description(), {item}), problems));
  EXPECT_NE(textOf(problems).find("already driven by"), std::string::npos) << textOf(problems);
  const ItemRef arm{ItemKind::kLink, document.description().links[0].id};
  ASSERT_TRUE(apply(document, edits::duplicate(document.description(), {arm, item})));
  ASSERT_EQ(document.description().controllers.size(), 2u);
  EXPECT_EQ(edits::outputsOf(lastController(document))[0], document.description().actuators[3].id);
  EXPECT_TRUE(built(document));
  document.undo();
  ASSERT_TRUE(apply(document, edits::remove(document.description(), {item})));
  EXPECT_TRUE(document.description().controllers.empty());
  document.undo();
  EXPECT_EQ(document.text(), before);
}

TEST(ControllerEdits, ASingularRobotIsRefusedWithTheReason) {
  Document document;
  ASSERT_TRUE(apply(document, edits::addLink(LinkTemplate::kRevoluteArm, 0)));
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(apply(document, edits::addMotor(document.description().links[0].id)));
  std::vector<Problem> problems;
  const ControllerDesign design = designOf(document, "partial_feedback_linearization");
  EXPECT_FALSE(document.edit(edits::addController(design), problems));
  EXPECT_NE(textOf(problems).find("AᵀM⁻¹A is singular"), std::string::npos) << textOf(problems);
  EXPECT_TRUE(document.description().controllers.empty());
}

}  // namespace
}  // namespace tendril
