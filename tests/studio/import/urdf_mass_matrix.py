# SPDX-License-Identifier: GPL-3.0-or-later
"""Mass matrix of a URDF by velocities of all bodies: sum of m v'v + w'Iw. Reads the file by itself.

Arguments: the URDF, then joint=position. Prints, for each joint that moves, its child link and its row.
"""
import sys
import xml.etree.ElementTree as xml

import numpy as np


def vector(text, count=3):
    return np.array([float(word) for word in text.split()]) if text else np.zeros(count)


def turn(axis, angle):
    x, y, z = axis / np.linalg.norm(axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross


def pose(element):
    origin = element.find("origin")
    X = np.eye(4)
    if origin is None:
        return X
    roll, pitch, yaw = vector(origin.get("rpy"))
    X[:3, :3] = turn(np.eye(3)[2], yaw) @ turn(np.eye(3)[1], pitch) @ turn(np.eye(3)[0], roll)
    X[:3, 3] = vector(origin.get("xyz"))
    return X


def main():
    root = xml.parse(sys.argv[1]).getroot()
    positions = {name: float(value) for name, value in (pair.split("=") for pair in sys.argv[2:])}
    joints = {joint.find("child").get("link"): joint for joint in root.findall("joint")}
    moving = [child for child, joint in joints.items() if joint.get("type") != "fixed"]

    def frames(link):
        """World pose, and the moving joints on the way as (index, axis, point, slides)."""
        if link not in joints:
            return np.eye(4), []
        joint = joints[link]
        X, way = frames(joint.find("parent").get("link"))
        X = X @ pose(joint)
        if joint.get("type") == "fixed":
            return X, way
        given = joint.find("axis")
        axis = vector(given.get("xyz")) if given is not None else np.array([1.0, 0, 0])
        axis = axis / np.linalg.norm(axis)
        slides = joint.get("type") == "prismatic"
        way = way + [(moving.index(link), X[:3, :3] @ axis, X[:3, 3].copy(), slides)]
        q = positions.get(joint.get("name"), 0)
        step = np.eye(4)
        if slides:
            step[:3, 3] = q * axis
        else:
            step[:3, :3] = turn(axis, q)
        return X @ step, way

    M = np.zeros((len(moving), len(moving)))
    for link in root.findall("link"):
        inertial = link.find("inertial")
        if inertial is None:
            continue
        X, way = frames(link.get("name"))
        X = X @ pose(inertial)
        tensor = {key: float(value) for key, value in inertial.find("inertia").attrib.items()}
        get = lambda a, b: tensor["i" + "".join(sorted(a + b))]
        inertia = np.array([[get(a, b) for b in "xyz"] for a in "xyz"])
        inertia = X[:3, :3] @ inertia @ X[:3, :3].T
        linear, angular = np.zeros((3, len(moving))), np.zeros((3, len(moving)))
        for index, axis, point, slides in way:
            linear[:, index] = axis if slides else np.cross(axis, X[:3, 3] - point)
            if not slides:
                angular[:, index] = axis
        M += float(inertial.find("mass").get("value")) * linear.T @ linear + angular.T @ inertia @ angular
    for child, row in zip(moving, M):
        print(child, *(repr(float(value)) for value in row))


main()
