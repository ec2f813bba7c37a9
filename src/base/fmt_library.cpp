// The compiled part of fmt. Debian packages it as a shared library only, which would bring the
// shared libstdc++ into a program that has its own; the headers hold all of it, and this makes
// the non-template functions and those templates that format.h leaves to the library.
#include <fmt/format-inl.h>

namespace fmt {
namespace detail {
template dragonbox::decimal_fp<float> dragonbox::to_decimal(float value) noexcept;
template dragonbox::decimal_fp<double> dragonbox::to_decimal(double value) noexcept;
template locale_ref::locale_ref(const std::locale& locale);
template std::locale locale_ref::get<std::locale>() const;
template thousands_sep_result<char> thousands_sep_impl(locale_ref locale);
template char decimal_point_impl(locale_ref locale);
template void buffer<char>::append(const char* begin, const char* end);
template void vformat_to(buffer<char>& out, string_view format, format_args arguments, locale_ref locale);
} // namespace detail
} // namespace fmt
