// SPDX-License-Identifier: BSD-3-Clause
// The motion of a joint, written once for all scalars.
#pragma once

#include "core/math/jet.hpp"
#include "core/math/so3.hpp"
#include "core/model/joint/joint_kind.hpp"

namespace tendril {

/// What a type of joint derives from. Its one function
///     template <class T> void move(const Joint& joint, const T* q, PoseT<T>& X, JointColumnsT<T>& S) const
/// is motion() on every scalar: numbers, and series of time, so that it has time derivatives of all orders at once.
template <class Own>
class JointOf : public JointKind {
 public:
  void motion(const Joint& joint, const double* q, Pose& X, JointColumns& S) const override { run(joint, q, X, S); }
  void motion(const Joint& joint, const Jet<3>* q, PoseT<Jet<3>>& X, JointColumnsT<Jet<3>>& S) const override {
    run(joint, q, X, S);
  }
  void motion(const Joint& joint, const Jet<7>* q, PoseT<Jet<7>>& X, JointColumnsT<Jet<7>>& S) const override {
    run(joint, q, X, S);
  }
  void motion(const Joint& joint, const Jet<11>* q, PoseT<Jet<11>>& X, JointColumnsT<Jet<11>>& S) const override {
    run(joint, q, X, S);
  }
  void motion(const Joint& joint, const Jet<15>* q, PoseT<Jet<15>>& X, JointColumnsT<Jet<15>>& S) const override {
    run(joint, q, X, S);
  }

 private:
  template <class T>
  void run(const Joint& joint, const T* q, PoseT<T>& X, JointColumnsT<T>& S) const {
    static_cast<const Own&>(*this).move(joint, q, X, S);
  }
};

}  // namespace tendril
