// Completions and manual pages, which are made of what --help prints.
#include "files.h"
#include "program.h"

#include <cstdio>
#include <memory>

using namespace pn::test;

namespace {

// What bash would offer after these words.
std::string offered(const Folder& folder, const std::string& words, int count)
{
    const std::string script = folder.add("complete.bash", run({"completion", "bash"}).out);
    const std::string command = "bash -c '. " + script + "; COMP_WORDS=(" + words +
                                "); COMP_CWORD=" + std::to_string(count) + "; _probenorm; echo \"${COMPREPLY[*]}\"'";
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    std::string out;
    for (int c = 0; pipe && (c = std::fgetc(pipe.get())) != EOF;)
        out += static_cast<char>(c);
    return out;
}

} // namespace

TEST(Completion, BashOffersCommandsOptionsAndWords)
{
    const Folder folder;
    EXPECT_EQ(offered(folder, "probenorm pro", 1), "project\n");
    EXPECT_EQ(offered(folder, "probenorm bake --res", 2), "--resume\n");
    EXPECT_EQ(offered(folder, "probenorm project --format h", 3), "hlsl\n");
    EXPECT_EQ(offered(folder, "probenorm project --for u", 3), "unity unreal\n");
    EXPECT_EQ(offered(folder, "probenorm convert --convention fil", 3), "filament filament-radiance\n");
    EXPECT_EQ(offered(folder, "probenorm bench norm", 2), "normalize\n");
    EXPECT_EQ(offered(folder, "probenorm bench normalize --di", 3), "--divide\n");
    EXPECT_EQ(offered(folder, "probenorm project --divide", 2), "\n"); // normalize's
}

TEST(Completion, EveryShellKnowsEveryCommand)
{
    for (const char* shell : {"bash", "zsh", "fish"})
    {
        const Outcome result = run({"completion", shell});
        EXPECT_EQ(result.exit, 0) << result.err;
        for (const char* command : {"project", "normalize", "bake", "resample", "convert"})
            EXPECT_NE(result.out.find(command), std::string::npos) << shell << ' ' << command;
    }
    expectFailure(run({"completion"}), 1, {"SHELL"});
    expectFailure(run({"completion", "tcsh"}), 1, {"bash, zsh, fish"});
}

TEST(Completion, InstallWritesPagesAndScripts)
{
    const Folder folder;
    ASSERT_EQ(run({"completion", "--install", folder.path("share")}).exit, 0);
    for (const char* name : {"man/man1/probenorm.1", "man/man1/probenorm-project.1",
                             "man/man1/probenorm-bench-normalize.1", "bash-completion/completions/probenorm",
                             "zsh/site-functions/_probenorm", "fish/vendor_completions.d/probenorm.fish"})
        EXPECT_TRUE(folder.has(std::string("share/") + name)) << name;
    const std::string page = readText(folder.path("share/man/man1/probenorm-project.1"));
    EXPECT_NE(page.find(".TH probenorm\\-project 1"), std::string::npos) << page.substr(0, 200);
    EXPECT_NE(page.find("\\fB\\-\\-convention\\fR"), std::string::npos);
    EXPECT_NE(page.find(".SH Input"), std::string::npos);
}
