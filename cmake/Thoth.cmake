# What every target of the project shares: compiler flags, libraries, and the three
# functions that the folders below src/ use (thoth_library, thoth_tests, thoth_embed).

# The sloppiness is what ccache needs to reuse results of files with a precompiled header.
find_program(THOTH_CCACHE ccache)
if(THOTH_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${THOTH_CCACHE})
endif()

find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(PkgConfig REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CURL REQUIRED) # headers only: the library is loaded on first use (src/os/curl_library.h)

# The presets turn -Wmaybe-uninitialized off where they compile with -Og: there g++ 12 finds the inside of <stop_token>
# uninitialised. The release preset has it.
add_library(thoth_flags INTERFACE)
target_include_directories(thoth_flags INTERFACE ${PROJECT_SOURCE_DIR}/src)
target_compile_options(thoth_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
                       -Wold-style-cast -Woverloaded-virtual -Wnon-virtual-dtor -fno-omit-frame-pointer)
target_compile_definitions(thoth_flags INTERFACE JSON_HAS_RANGES=0 _FILE_OFFSET_BITS=64)
target_link_libraries(thoth_flags INTERFACE Threads::Threads)
if(THOTH_WERROR)
  target_compile_options(thoth_flags INTERFACE -Werror)
endif()
if(THOTH_SANITIZE)
  target_compile_options(thoth_flags INTERFACE -fsanitize=${THOTH_SANITIZE} -fno-sanitize-recover=all)
  target_link_options(thoth_flags INTERFACE -fsanitize=${THOTH_SANITIZE})
else()
  # One program that starts at once: nothing to look up at load time that can be linked in.
  target_link_options(thoth_flags INTERFACE $<$<CONFIG:Release>:-static-libstdc++;-static-libgcc;-Wl,--gc-sections;-Wl,-O1;-Wl,--as-needed>)
endif()
target_compile_options(thoth_flags INTERFACE $<$<CONFIG:Release>:-ffunction-sections;-fdata-sections>)

# A library of Debian's as a static archive where there is one.
function(thoth_find_archive target archive shared)
  find_library(${target}_LIBRARY NAMES ${archive} ${shared} REQUIRED)
  add_library(${target} INTERFACE IMPORTED)
  target_link_libraries(${target} INTERFACE ${${target}_LIBRARY})
endfunction()
thoth_find_archive(thoth_nettle libnettle.a nettle)
thoth_find_archive(thoth_xxhash libxxhash.a xxhash)
thoth_find_archive(thoth_md4c libmd4c.a md4c)
thoth_find_archive(thoth_utf8proc libutf8proc.a utf8proc)
thoth_find_archive(thoth_pcre2 libpcre2-8.a pcre2-8)
thoth_find_archive(thoth_zstd libzstd.a zstd)
thoth_find_archive(thoth_gumbo libgumbo.a gumbo)

# fmt has no archive there: its headers, and what is not inline in them compiled once.
add_library(thoth_fmt STATIC ${PROJECT_SOURCE_DIR}/src/base/fmt_library.cpp)
get_target_property(fmt_headers fmt::fmt INTERFACE_INCLUDE_DIRECTORIES)
target_include_directories(thoth_fmt SYSTEM PUBLIC ${fmt_headers})
target_link_libraries(thoth_fmt PRIVATE thoth_flags)

# The large headers of others, parsed once. Every file still includes what it uses: the release
# and fuzz presets build without this. thoth_precompile(TARGET [REUSE_FROM other | headers ...])
option(THOTH_PRECOMPILE "Precompile the headers of libraries" OFF)
function(thoth_precompile target)
  if(THOTH_PRECOMPILE)
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>) # for ccache
    target_precompile_headers(${target} ${ARGN})
  endif()
endfunction()
set(thoth_large_headers <filesystem> <functional> <map> <memory> <optional> <string> <vector> <fmt/format.h>
    <nlohmann/json.hpp>)

# thoth_library(NAME SOURCES a.cpp ... [LINK other libraries])
function(thoth_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_library(thoth_${name} STATIC ${ARG_SOURCES})
  target_link_libraries(thoth_${name} PUBLIC thoth_flags thoth_fmt nlohmann_json::nlohmann_json ${ARG_LINK})
  if(name STREQUAL "base")
    thoth_precompile(thoth_base PRIVATE ${thoth_large_headers})
  else()
    thoth_precompile(thoth_${name} REUSE_FROM thoth_base)
  endif()
endfunction()

# thoth_tests(a_test.cpp ...): adds them to the one test program.
function(thoth_tests)
  if(NOT THOTH_TESTS)
    return()
  endif()
  foreach(file ${ARGN})
    set_property(GLOBAL APPEND PROPERTY THOTH_TEST_SOURCES ${CMAKE_CURRENT_SOURCE_DIR}/${file})
  endforeach()
endfunction()

# thoth_embed(TARGET namespace_name FILES a.md ...): makes the texts available as
# thoth::embedded::<namespace_name>::files(), a list of {name, text}.
function(thoth_embed target name)
  cmake_parse_arguments(ARG "" "BASE" "FILES" ${ARGN})
  if(NOT ARG_BASE)
    set(ARG_BASE ${CMAKE_CURRENT_SOURCE_DIR})
  endif()
  set(out ${CMAKE_CURRENT_BINARY_DIR}/embedded_${name}.cpp)
  set(inputs)
  foreach(file ${ARG_FILES})
    list(APPEND inputs ${ARG_BASE}/${file})
  endforeach()
  string(REPLACE ";" "|" names "${ARG_FILES}")
  add_custom_command(
    OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DOUT=${out} -DNAME=${name} -DBASE=${ARG_BASE} "-DFILES=${names}"
            -P ${PROJECT_SOURCE_DIR}/cmake/Embed.cmake
    DEPENDS ${inputs} ${PROJECT_SOURCE_DIR}/cmake/Embed.cmake
    VERBATIM)
  target_sources(${target} PRIVATE ${out})
endfunction()
