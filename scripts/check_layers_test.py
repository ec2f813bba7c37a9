#!/usr/bin/env python3
import pathlib
import unittest

from check_layers import Rules, check_text

LAYERS = """# a comment
base:
os:   base
app:  *   # everything
[headers]
curl/:    os
iostream:
"""


def complaints(name, text, layers=LAYERS):
    return check_text(Rules(layers), pathlib.Path(name), text)


class Layers(unittest.TestCase):
    def test_lets_a_folder_include_itself_and_what_its_rule_names(self):
        self.assertEqual(complaints("src/os/a.cpp", '#include "os/a.h"\n#include "base/b.h"\n#include <vector>\n'), [])
        self.assertEqual(complaints("src/app/a.cpp", '#include "os/a.h"\n'), [])

    def test_names_place_include_and_rule(self):
        self.assertEqual(complaints("src/base/a.h", '\n#include "os/a.h"\n'),
                         ['src/base/a.h:2: #include "os/a.h": layers.txt:2 lets base include only: nothing'])

    def test_headers_of_the_outside_world_only_where_allowed(self):
        self.assertEqual(complaints("src/os/a.cpp", "#include <curl/curl.h>\n"), [])
        self.assertEqual(complaints("src/app/a.cpp", "# include <curl/curl.h>\n"),
                         ["src/app/a.cpp:1: # include <curl/curl.h>: layers.txt:6 allows curl/ only in: os"])
        self.assertEqual(complaints("src/app/a.cpp", "#include <iostream>\n"),
                         ["src/app/a.cpp:1: #include <iostream>: layers.txt:7 allows iostream nowhere"])

    def test_tests_obey_the_folders_but_not_the_headers(self):
        self.assertEqual(complaints("src/base/a_test.cpp", '#include <iostream>\n#include "fakes/clock.h"\n'), [])
        self.assertEqual(len(complaints("src/base/a_test.cpp", '#include "os/a.h"\n')), 1)

    def test_wants_the_folder_written(self):
        self.assertEqual(complaints("src/os/a.cpp", '#include "a.h"\n'),
                         ['src/os/a.cpp:1: #include "a.h": write it from src/ on, with its folder'])

    def test_ignores_comments(self):
        self.assertEqual(complaints("src/base/a.h", '// #include "os/a.h"\n/*\n#include "os/a.h"\n*/\n'), [])

    def test_refuses_a_folder_without_a_rule_and_rules_in_a_circle(self):
        self.assertEqual(complaints("src/new/a.h", ""), ["src/new/a.h:1: layers.txt has no rule for the folder new"])
        with self.assertRaisesRegex(ValueError, "a circle: a -> b -> a"):
            Rules("a: b\nb: a\n")
        with self.assertRaisesRegex(ValueError, "layers.txt:1: b has no rule"):
            Rules("a: b\n")


if __name__ == "__main__":
    unittest.main()
