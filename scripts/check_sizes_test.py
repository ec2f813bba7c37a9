#!/usr/bin/env python3
import unittest

from check_sizes import functions

TEMPLATE = "template <class T>\n"


def names(text):
    return [name for name, _, _ in functions(text)]


class Functions(unittest.TestCase):
    def test_measures_from_the_first_line_of_the_signature_to_the_brace(self):
        text = "namespace a {\n\nint f(int x,\n      int y) {\n    return x;\n}\n\n} // namespace a\n"
        self.assertEqual(functions(text), [("f", 3, 4)])

    def test_ignores_braces_in_comments_strings_and_characters(self):
        text = """int f() { // {
    /* { { */
    auto a = "{\\"{"; char b = '{'; char c = '\\''; long d = 1'000'000; int e = 0x7f'ff;
    return 0;
}
int g() { return 1; }
"""
        self.assertEqual(functions(text), [("f", 1, 5), ("g", 6, 1)])

    def test_ignores_braces_in_raw_strings(self):
        text = 'int f() {\n    return g(R"x({ " )" })x", R"({")");\n}\nint h() {}\n'
        self.assertEqual(functions(text), [("f", 1, 3), ("h", 4, 1)])

    def test_ignores_preprocessor_lines(self):
        text = "#define OPEN(x) \\\n    if (x) {\n#include <a{b>\nint f() {\n#if 1 // {\n#endif\n}\nint g() {}\n"
        self.assertEqual(functions(text), [("f", 4, 4), ("g", 8, 1)])

    def test_finds_members_of_classes_and_skips_their_values(self):
        text = """class A : public B<C> {
public:
    explicit A(int x) : m_x(x), m_y{x}, m_z{} { go(); }
    ~A() override = default;
    bool is() const noexcept { return m_x; }
    auto operator<=>(const A&) const = default;
    int operator()(int a) const { return a; }
    bool operator==(const A& other) const { return true; }

private:
    struct Inner {
        int deep() { return 1; }
    };
    int m_x{3};
    std::function<void()> m_f{nullptr};
    std::map<int, int> m_m = {{1, 2}};
};
"""
        self.assertEqual(names(text), ["A", "is", "operator()", "operator==", "deep"])

    def test_names_members_by_their_class(self):
        self.assertEqual(names("Result<int> A::B::go(int x) const {\n}\nA::~A() { x(); }\n"), ["A::B::go", "A::~A"])

    def test_knows_templates_attributes_and_trailing_types(self):
        text = TEMPLATE + "[[nodiscard]] static auto f(T x) -> std::vector<T> {\n}\n"
        text += "template <class T> struct Has { static int g() { return 0; } };\n"
        text += "enum class E : uint8_t { a, b };\nstruct alignas(8) P { int x = 0; };\n"
        self.assertEqual(functions(text), [("f", 1, 3), ("g", 4, 1)])

    def test_default_arguments_and_tables_are_no_functions(self):
        text = "void f(A a = {}, B b = B{1}) {\n}\nconst T k_t[] = {{1, 2}, {3, 4}};\nconst T k_u{f(1)};\n"
        self.assertEqual(functions(text), [("f", 1, 2)])

    def test_counts_lambdas_as_part_of_their_function_and_alone_outside(self):
        text = "void f() {\n    go([&] {\n        x();\n    });\n}\nconst auto g = [](int a) {\n    return a;\n};\n"
        self.assertEqual(functions(text), [("f", 1, 5), ("lambda", 6, 3)])

    def test_names_tests_by_suite_and_behaviour(self):
        self.assertEqual(functions("TEST(A, Does) {\n}\nTEST_F(B, Too) {\n}\n"),
                         [("TEST(A, Does)", 1, 2), ("TEST_F(B, Too)", 3, 2)])

    def test_survives_text_that_is_not_whole(self):
        for text in ("}", "}}} int f() {", 'int f() { "', "R\"(", "/* {", "'", "{{{{", "int f("):
            functions(text)


if __name__ == "__main__":
    unittest.main()
