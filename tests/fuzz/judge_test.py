# SPDX-License-Identifier: BSD-3-Clause
"""The judge finds what breaks each rule, and nothing in runs that keep them; changes can be repeated."""
import json
import pathlib
import random
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from declarations import Declarations, leaves  # noqa: E402
from judge import Outcome, judge  # noqa: E402
from mutations import KINDS, apply, change  # noqa: E402
from mutate_runs import ROOT, Runner, shrink  # noqa: E402
from projects import bases  # noqa: E402

GOOD = {"balance": 0.1, "final": {"t": 0.05, "q": [0.1], "v": [0.2]}}
TABLE = "t,a.q[0],a.v[0],balance\n0,0.1,0,0\n0.05,0.1,0.2,0.1\n"


def kinds(command, code=0, answer=None, **more):
    out = answer if isinstance(answer, str) else json.dumps(answer or {})
    return [kind for kind, _ in judge(Outcome(command, code, out, **more))]


class Judge(unittest.TestCase):
    def test_good_runs_keep_all_rules(self):
        self.assertEqual(kinds("simulate", answer=GOOD, table=TABLE), [])
        self.assertEqual(kinds("statics", answer={"q": [0.1], "residual": 1e-12}), [])
        self.assertEqual(kinds("modes", answer={"frequencies": [1.0]}), [])
        self.assertEqual(kinds("info", 3, err="tendril: links.a.body.mass: must be at least 0"), [])
        self.assertEqual(kinds("simulate", 130, err="interrupted", slow=True), [])

    def test_ends(self):
        self.assertEqual(kinds("verify", -11), ["signal"])
        self.assertEqual(kinds("verify", 1, err="what"), ["code"])
        self.assertEqual(kinds("verify", 134, err="what"), ["code"])
        self.assertEqual(kinds("simulate", -9, slow=True, stuck=True), ["stuck"])

    def test_messages(self):
        self.assertEqual(kinds("info", 3), ["silent"])
        self.assertEqual(kinds("info", 4, err="tendril: std::bad_alloc"), ["internal"])

    def test_numbers_of_motions(self):
        self.assertEqual(kinds("simulate", answer={**GOOD, "balance": 21}), ["balance"])
        self.assertEqual(kinds("simulate", answer={**GOOD, "balance": 21, "warnings": ["so"]}), ["balance"])
        self.assertEqual(kinds("simulate", answer={**GOOD, "balance": -21}), ["balance"])
        self.assertEqual(kinds("simulate", answer={**GOOD, "balance": -21, "warnings": ["so"]}), [])
        self.assertEqual(kinds("simulate", answer={"final": GOOD["final"]}), ["balance"])
        self.assertEqual(kinds("simulate", answer={**GOOD, "final": {"q": [2e6], "v": [0]}}), ["large q"])
        self.assertEqual(kinds("simulate", answer={**GOOD, "final": {"q": [None], "v": [0]}}), ["not finite"])
        self.assertIn("not finite", kinds("simulate", answer='{"balance": 0, "final": {"q": [NaN]}}'))
        self.assertEqual(kinds("simulate", answer=GOOD, table=TABLE + "0.06,-3e6,0,0\n"), ["large q"])

    def test_projects_that_ask_for_large_numbers_get_them(self):
        table = TABLE.replace("0.1,0,0", "4e6,0,0", 1)
        self.assertEqual(kinds("simulate", answer={**GOOD, "final": {"t": 0.05, "q": [4e6], "v": [0]}}, table=table), [])
        fall = {"t": 1, "q": [5e9], "v": [1e10]}
        self.assertEqual(kinds("simulate", answer={**GOOD, "final": fall}, project={"gravity": [0, 0, -1e10]}), [])

    def test_numbers_of_equilibria_modes_and_checks(self):
        self.assertEqual(kinds("statics", answer={"q": [0.1], "residual": 1e-3}), ["residual"])
        self.assertEqual(kinds("statics", answer={"q": [0.1]}), ["residual"])
        self.assertEqual(kinds("statics", answer={"q": [-1e9], "residual": 0}), ["large q"])
        far = {"objects": [{"pose": {"position": [1e9, 0, 0]}}]}
        self.assertEqual(kinds("statics", answer={"q": [-1e9], "residual": 0}, project=far), [])
        self.assertEqual(kinds("modes", answer={"frequencies": [None]}), ["not finite"])
        self.assertEqual(kinds("verify", answer={"symmetric": {"error": 1, "good": False}}), ["verify"])
        self.assertEqual(kinds("dynamics", answer='{"energy": Infinity}'), ["not finite"])
        self.assertEqual(kinds("dynamics", answer="Segmentation"), ["no JSON"])


class Changes(unittest.TestCase):
    def setUp(self):
        self.declared = Declarations((ROOT / "core/project/project-format.md").read_text(),
                                     lambda *_: '"no such name" is not available in this version; known: fixed, free')
        self.bases = bases(ROOT)

    def test_fields_are_those_of_the_declarations(self):
        project = {"links": [{"joint": {"type": "fixed"}, "body": {"type": "rod"}}], "simulation": {}}
        self.assertEqual(self.declared.field(project, ["simulation", "rho_inf"]).bounds(), [0, 1])
        self.assertTrue(self.declared.field(project, ["links", 0, "body", "length"]).required)
        self.assertEqual(self.declared.names(project, ["links", 0, "joint", "type"]), ["fixed", "free"])

    def test_every_kind_changes_some_project_and_the_same_seed_changes_it_alike(self):
        for name, (_, make) in KINDS.items():
            changed = 0
            for base in self.bases[:30]:
                edits = make(base.project, self.declared, random.Random(name))
                self.assertEqual(json.dumps(edits), json.dumps(make(base.project, self.declared, random.Random(name))))
                changed += json.dumps(apply(base.project, edits)) != json.dumps(base.project)
            self.assertGreater(changed, 0, name)

    def test_changes_leave_the_base_alone_and_reach_fields(self):
        base = next(b for b in self.bases if b.name == "small/driven")
        before, reached = json.dumps(base.project), set()
        for seed in range(400):
            edits = change(base.project, self.declared, random.Random(seed))
            apply(base.project, edits)
            reached |= {tuple(map(str, path)) for _, path, _ in edits}
        self.assertEqual(json.dumps(base.project), before)
        self.assertGreater(len(reached), 0.5 * len(list(leaves(base.project))))

    def test_shrinking_keeps_what_the_finding_needs(self):
        class Fake:
            changes = ["harmless", "bad", "harmless too"]

            def run(self, _, changes):
                return Outcome("info", -11 if "bad" in changes else 0, "{}")

        self.assertEqual(shrink(Fake(), None, "signal"), ["bad"])

    def test_a_program_that_does_not_end_is_stopped(self):
        import tempfile
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder) / "program"
            script.write_text("#!/bin/sh\nexec sleep 60\n")
            script.chmod(0o755)
            outcome = Runner(script, 0.1, folder).run("info", [], {}, {})
        self.assertTrue(outcome.slow)
        self.assertFalse(outcome.stuck)


if __name__ == "__main__":
    unittest.main()
