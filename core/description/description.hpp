// SPDX-License-Identifier: BSD-3-Clause
// A whole project as plain values: what the studio edits and what a project file holds.
#pragma once

#include "core/description/actuator.hpp"
#include "core/description/controller.hpp"
#include "core/description/link.hpp"
#include "core/description/load.hpp"
#include "core/description/loop.hpp"
#include "core/description/material.hpp"
#include "core/description/object.hpp"
#include "core/description/simulation.hpp"

namespace tendril {

/// A whole project.
struct Description {
  static constexpr std::string_view kMeaning = "A project";
  static constexpr std::string_view kGuide = "modelling.md#numbers-parameters-provenance";
  static constexpr int kVersion = 1;
  static constexpr std::array<std::string_view, 1> kFormats = {"tendril"};

  std::string format = "tendril";
  int version = kVersion;
  std::string name;
  std::string description;
  description::Number3 gravity = {0.0, 0.0, -9.81};
  description::OrderedMap<std::string, description::Number> parameters;
  description::NamedMap<description::Material> materials;
  std::vector<description::Link> links;
  std::vector<description::Actuator> actuators;
  std::vector<description::Load> loads;
  std::vector<description::Loop> loops;
  std::vector<description::FreeObject> objects;
  std::vector<description::Controller> controllers;
  description::Simulation simulation;
  description::OrderedMap<std::string, std::string> signals;
  description::OrderedMap<std::string, description::OrderedMap<std::string, description::RawJson>> variants;
  description::RawJson studio;
  description::OrderedMap<std::string, std::string> provenance;

  description::ObjectId lastId = 0;  ///< ids up to this one have been given; never written

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.format, {.key = "format", .meaning = "Always tendril", .required = true, .options = kFormats});
    v.field(self.version, {.key = "version", .meaning = "Version of the file format", .required = true});
    v.field(self.name, {.key = "name", .meaning = "Name of the project"});
    v.field(self.description, {.key = "description", .meaning = "What it is about"});
    v.field(self.gravity, {.key = "gravity",
                           .meaning = "Acceleration of gravity",
                           .symbol = "g",
                           .unit = "m/s²",
                           .source = "conventions.md §1",
                           .guide = "formulas.md#the-equation-of-motion"});
    v.field(self.parameters, {.key = "parameters", .meaning = "Named numbers for every number field and expression"});
    v.field(self.materials, {.key = "materials", .meaning = "Materials by name", .guide = "modelling.md#materials"});
    v.field(self.links,
            {.key = "links", .meaning = "Links; a parent stands before its children", .guide = "modelling.md#links"});
    v.field(
        self.actuators,
        {.key = "actuators", .meaning = "Actuators; their inputs in this order", .guide = "modelling.md#actuators"});
    v.field(self.loads, {.key = "loads", .meaning = "External forces", .guide = "modelling.md#what-acts-from-outside"});
    v.field(self.loops,
            {.key = "loops", .meaning = "Joints that close chains of links", .guide = "modelling.md#closed-loops"});
    v.field(self.controllers,
            {.key = "controllers", .meaning = "What computes the inputs", .guide = "modelling.md#controllers"});
    v.field(self.objects, {.key = "objects",
                           .meaning = "Free rigid bodies to touch or grasp",
                           .guide = "modelling.md#what-acts-from-outside"});
    v.field(self.simulation, {.key = "simulation",
                              .meaning = "How the motion is computed",
                              .guide = "running.md#the-numbers-of-the-simulation"});
    v.field(self.signals, {.key = "signals", .meaning = "Named computed signals", .guide = "analysing.md#plots"});
    v.field(self.variants, {.key = "variants",
                            .meaning = "Named changes: {\"path of a field\": value}",
                            .guide = "analysing.md#variants"});
    v.field(self.studio, {.key = "studio", .meaning = "Camera, plots, layout, notes of the studio"});
    v.field(self.provenance,
            {.key = "provenance", .meaning = "Where numbers come from: {\"path of a field\": source}"});
  }
};

}  // namespace tendril
