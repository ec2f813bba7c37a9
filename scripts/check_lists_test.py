#!/usr/bin/env python3
import unittest

import check_behaviour
import check_text
import check_walks

DASH = "—"


class Behaviour(unittest.TestCase):
    TESTS, CASES = {"Read.Numbers", "Read.Cuts"}, {"kill"}

    def check(self, text):
        return check_behaviour.check(text, self.TESTS, self.CASES)

    def test_accepts_tests_and_cases_that_exist(self):
        text = f"# Title\n- `T10` numbers {DASH} kept {DASH} `Read.Numbers`, `Read.Cuts`\n- `B101` all {DASH} `case:kill`\n"
        self.assertEqual(self.check(text), ([], 2, []))

    def test_names_what_has_no_test_yet(self):
        self.assertEqual(self.check(f"- `T10` numbers {DASH} not yet\n"), ([], 1, ["T10"]))

    def test_refuses_tests_that_do_not_exist(self):
        complaints, _, _ = self.check(f"- `T10` numbers {DASH} `Read.Gone`, `case:gone`\n")
        self.assertEqual(complaints, ["docs/behaviour.md:1: T10 names Read.Gone, which does not exist",
                                      "docs/behaviour.md:1: T10 names case:gone, which does not exist"])

    def test_refuses_lines_without_form_doubles_and_vague_proofs(self):
        text = f"- `T10` no dash\n- `T11` a {DASH} not yet\n- `T11` b {DASH} not yet\n- `T12` c {DASH} by hand\n"
        complaints, _, _ = self.check(text)
        self.assertEqual([line.split(": ", 1)[0] for line in complaints],
                         ["docs/behaviour.md:1", "docs/behaviour.md:3", "docs/behaviour.md:4"])

    def test_finds_tests_of_every_kind_in_sources(self):
        text = "TEST(A, B) {\nTEST_F(C,D)\n  TEST_P( E , F ) {\nINSTANTIATE_TEST_SUITE_P(X, E, y);\n// TEST(G, H)\n"
        self.assertEqual(check_behaviour.tests_of(text), {"A.B", "C.D", "E.F"})


class Text(unittest.TestCase):
    def complaints(self, text, is_cpp=True):
        return [line.split(": ", 1)[1] for line in check_text.check("a.cpp", text, is_cpp)]

    def test_accepts_plain_text(self):
        self.assertEqual(self.complaints("int a; // workbench, /tmp/x, https://ollama.com\n"), [])

    def test_refuses_paths_of_one_machine_and_registries(self):
        self.assertEqual(len(self.complaints("see /wor" + "k/main")), 2)  # and the missing newline
        self.assertEqual(len(self.complaints("see .." + "/shared/x\n")), 1)
        self.assertEqual(len(self.complaints("pip install -i https://py" + "pi.org/simple x\n")), 1)

    def test_refuses_blanks_at_the_end_tabs_and_long_lines(self):
        self.assertEqual(self.complaints("a \n"), ["whitespace at the end"])
        self.assertEqual(self.complaints("a\tb\n"), ["a tab; indent with spaces, write \\t in strings"])
        self.assertEqual(self.complaints("x" * 141 + "\n"), ["141 characters, more than 140"])
        self.assertEqual(self.complaints("x" * 141 + "\ta\n", is_cpp=False), [])


class Walks(unittest.TestCase):
    def test_accepts_what_is_there(self):
        text = "`scripts/run`, `base/result.h`, `text/display`\n| `base/json.cpp` `parse_json` | a value |\n"
        self.assertEqual(check_walks.check(text), [])

    def test_names_files_and_functions_that_are_not_there(self):
        text = "`base/gone.cpp`\n| `base/json.cpp` `no_such_function` | a value |\n"
        self.assertEqual(check_walks.check(text), [
            (1, "base/gone.cpp is not there"), (2, "no_such_function stands in none of the files of its row")])

    def test_a_row_may_go_on_in_the_file_of_the_row_before(self):
        self.assertEqual(check_walks.check("| `base/json.cpp` | text |\n| `parse_json` | a value |\n"), [])


if __name__ == "__main__":
    unittest.main()
