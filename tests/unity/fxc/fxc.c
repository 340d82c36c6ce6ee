/* fxc.exe DLL FOLDER FLAGS <LIST: compiles HLSL by Microsoft's d3dcompiler_47.dll, under Wine. A line of LIST is,
   between tabs, a number, a profile, an entry, a file, and then -DNAME=VALUE and -IFOLDER in any order.
   FOLDER/NUMBER.txt gets what the compiler says, and FOLDER/NUMBER.asm its disassembly; standard output a line with the
   number and the result, 0 where it compiled. */
#include <windows.h>

#include <d3dcompiler.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    MOST_WORDS = 64,
    MOST_LINE = 16384
};

/* Lines that Unity reads, and not the compiler, become comments; attributes of another compiler become blanks. */
static void removeForeign(char* text)
{
    static const char* const lines[] = {"#pragma kernel", "#pragma disable_fastmath"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; ++i)
        for (char* begin = text; (begin = strstr(begin, lines[i])) != NULL;)
            memcpy(begin, "//", 2);
    for (char *begin = text, *end; (begin = strstr(begin, "[[vk::")) != NULL && (end = strstr(begin, "]]")) != NULL;)
        memset(begin, ' ', (size_t)(end + 2 - begin));
}

/* NULL: there is no such file. */
static char* readText(const char* path)
{
    FILE* file = fopen(path, "rb");
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    const long size = ftell(file);
    rewind(file);
    char* text = calloc((size_t)size + 1, 1);
    if (fread(text, 1, (size_t)size, file) != (size_t)size)
        exit(2);
    fclose(file);
    removeForeign(text);
    return text;
}

static void writeBlob(const char* folder, const char* number, const char* ending, ID3D10Blob* blob)
{
    char path[MOST_LINE];
    snprintf(path, sizeof path, "%s/%s.%s", folder, number, ending);
    FILE* file = fopen(path, "wb");
    if (!file)
        exit(2);
    if (blob)
        fputs(blob->lpVtbl->GetBufferPointer(blob), file);
    fclose(file);
}

/* What a shader includes is beside it, or in a folder of -I. */
typedef struct Includes
{
    ID3DInclude base;
    const char* folders[MOST_WORDS];
    int count;
} Includes;

static HRESULT WINAPI openInclude(ID3DInclude* me, D3D_INCLUDE_TYPE type, LPCSTR name, LPCVOID parent, LPCVOID* data,
                                  UINT* bytes)
{
    const Includes* includes = (const Includes*)me;
    (void)type;
    (void)parent;
    for (int i = 0; i < includes->count; ++i)
    {
        char path[MOST_LINE];
        snprintf(path, sizeof path, "%s/%s", includes->folders[i], name);
        char* text = readText(path);
        if (!text)
            continue;
        *data = text;
        *bytes = (UINT)strlen(text);
        return S_OK;
    }
    return E_FAIL;
}

static HRESULT WINAPI closeInclude(ID3DInclude* me, LPCVOID data)
{
    (void)me;
    free((void*)data);
    return S_OK;
}

static void compile(HMODULE compiler, const char* folder, UINT flags, char** words, int count)
{
    static const ID3DIncludeVtbl functions = {openInclude, closeInclude};
    const pD3DCompile compileText = (pD3DCompile)(void*)GetProcAddress(compiler, "D3DCompile");
    const pD3DDisassemble disassemble = (pD3DDisassemble)(void*)GetProcAddress(compiler, "D3DDisassemble");
    D3D_SHADER_MACRO macros[MOST_WORDS] = {{NULL, NULL}};
    Includes includes = {{(ID3DIncludeVtbl*)&functions}, {NULL}, 0};
    char own[MOST_LINE];
    snprintf(own, sizeof own, "%s", words[3]);
    *strrchr(own, '/') = 0;
    includes.folders[includes.count++] = own;
    int macroCount = 0;
    for (int i = 4; i < count; ++i)
        if (strncmp(words[i], "-I", 2) == 0)
            includes.folders[includes.count++] = words[i] + 2;
        else
        {
            char* value = strchr(words[i], '=');
            if (value)
                *value++ = 0;
            macros[macroCount].Name = words[i] + 2;
            macros[macroCount++].Definition = value ? value : "1";
        }
    char* text = readText(words[3]);
    if (!text)
        exit(2);
    ID3D10Blob *code = NULL, *said = NULL, *assembly = NULL;
    const HRESULT result =
        compileText(text, strlen(text), words[3], macros, &includes.base, words[2], words[1], flags, 0, &code, &said);
    if (code)
        disassemble(code->lpVtbl->GetBufferPointer(code), code->lpVtbl->GetBufferSize(code), 0, NULL, &assembly);
    writeBlob(folder, words[0], "txt", said);
    writeBlob(folder, words[0], "asm", assembly);
    printf("%s %lx %lu\n", words[0], (unsigned long)result,
           code ? (unsigned long)code->lpVtbl->GetBufferSize(code) : 0ul);
    fflush(stdout);
    free(text);
}

int main(int count, char** arguments)
{
    char line[MOST_LINE];
    HMODULE compiler = count == 4 ? LoadLibraryA(arguments[1]) : NULL;
    if (!compiler)
        return 2;
    while (fgets(line, sizeof line, stdin))
    {
        char* words[MOST_WORDS];
        int length = 0;
        for (char* word = strtok(line, "\t\r\n"); word && length < MOST_WORDS; word = strtok(NULL, "\t\r\n"))
            words[length++] = word;
        compile(compiler, arguments[2], (UINT)strtoul(arguments[3], NULL, 16), words, length);
    }
    return 0;
}
