# cmake -DFROM=<binary> -DTO=<text> -P pn_embed_words.cmake
#
# A file of little-endian 32-bit words as the numbers of a C array. (glslc could write them itself, but only by compiling
# once more.)
file(READ "${FROM}" hex HEX)
string(REGEX REPLACE "(..)(..)(..)(..)" "0x\\4\\3\\2\\1," words "${hex}")
file(WRITE "${TO}" "${words}\n")
