#!/usr/bin/env bash
# api-pages.sh FOLDER: the pages of the C and C++ API, in HTML, made by Doxygen from the comments of the public headers.
# The headers have plain comments; on the way to Doxygen they become ones that it reads. A comment that Doxygen complains
# about is an error.
set -euo pipefail
cd "$(dirname "$0")/.."

output=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/filter" <<'FILTER'
#!/bin/sh
exec sed -E -e '1s|^/\*|/** @file\n *|' -e '1s|^// |/// @file\n/// |' -e '/^\/\* [=-]{4}/d' \
    -e '2,$s|^( *)/\* |\1/** |' -e '/^ \*/!s|([;,{)] *)/\* |\1/**< |' \
    -e 's|^( *)// |\1/// |' -e '/^( \*\|\/\/)/!s|([;,{)] *)// |\1///< |' "$1"
FILTER
chmod +x "$work/filter"
version=$(sed -n 's/^project(ProbeNorm VERSION \([^ ]*\) .*/\1/p' CMakeLists.txt)
doxygen - <<CONFIG
PROJECT_NAME = ProbeNorm
PROJECT_NUMBER = $version
PROJECT_BRIEF = "Spherical harmonics of HDR environments, and reflection probes normalized with them"
INPUT = include/probenorm
FILE_PATTERNS = *.h *.hpp
INPUT_FILTER = "$work/filter"
FILTER_SOURCE_FILES = NO
STRIP_FROM_PATH = include
STRIP_FROM_INC_PATH = include
OUTPUT_DIRECTORY = $work
HTML_OUTPUT = html
GENERATE_LATEX = NO
GENERATE_HTML = YES
HTML_TIMESTAMP = NO
JAVADOC_AUTOBRIEF = YES
OPTIMIZE_OUTPUT_FOR_C = YES
TYPEDEF_HIDES_STRUCT = YES
EXTRACT_ALL = YES
MARKDOWN_SUPPORT = NO
PREDEFINED = PN_API= __cplusplus=202002L
MACRO_EXPANSION = YES
EXPAND_ONLY_PREDEF = YES
SOURCE_BROWSER = NO
VERBATIM_HEADERS = YES
SEARCHENGINE = YES
HAVE_DOT = NO
QUIET = YES
WARN_IF_UNDOCUMENTED = NO
WARN_IF_DOC_ERROR = YES
WARN_IF_INCOMPLETE_DOC = NO
WARN_AS_ERROR = FAIL_ON_WARNINGS
CONFIG
rm -rf "$output"
mkdir -p "$(dirname "$output")"
mv "$work/html" "$output"
