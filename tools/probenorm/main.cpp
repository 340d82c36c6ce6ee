#include "commands/program.h"

#include "image/picture_file.h"

int main(int argc, char** argv)
{
    return pn::cli::runProgram(argc, argv, pn::image::decodeFile);
}
