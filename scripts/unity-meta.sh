#!/usr/bin/env bash
# unity-meta.sh [FOLDER]: writes the .meta files that plugin/package, or a copy of it, lacks, and removes its own whose file is
# gone. Unity knows an asset by the guid in there, which is made of the path. A .meta is tracked by git where its guid is
# another: of a file that moved after a release, of one that another names, or of what packing adds.
set -euo pipefail
cd "${1-$(dirname "$0")/../plugin/package}"

guidOf() {
    printf 'com.probenorm/%s' "$1" | md5sum | cut -c1-32
}

importer() {
    local path=$1
    case $path in
        *.cs) printf 'MonoImporter:\n  externalObjects: {}\n  serializedVersion: 2\n  defaultReferences: []\n' &&
            printf '  executionOrder: 0\n  icon: {instanceID: 0}\n' ;;
        *.asmdef) printf 'AssemblyDefinitionImporter:\n  externalObjects: {}\n' ;;
        *.hlsl | *.cginc) printf 'ShaderIncludeImporter:\n  externalObjects: {}\n' ;;
        *.compute) printf 'ComputeShaderImporter:\n  externalObjects: {}\n' ;;
        *.shader) printf 'ShaderImporter:\n  externalObjects: {}\n  defaultTextures: []\n  nonModifiableTextures: []\n' ;;
        # The script is Shader Graph's importer of sub graphs, the same in all its versions.
        *.shadersubgraph) printf 'ScriptedImporter:\n  internalIDToNameTable: []\n  externalObjects: {}\n' &&
            printf '  serializedVersion: 2\n  script: {fileID: 11500000, guid: 60072b568d64c40a485e0fc55012dc9f, type: 3}\n' ;;
        *.asset) printf 'NativeFormatImporter:\n  externalObjects: {}\n  mainObjectFileID: 11400000\n' ;;
        package.json) printf 'PackageManifestImporter:\n  externalObjects: {}\n' ;;
        *) printf 'TextScriptImporter:\n  externalObjects: {}\n' ;;
    esac
}

find . -name '*.meta' -printf '%P\n' | while read -r meta; do
    path=${meta%.meta}
    if [[ ! -e $path ]] && grep -q "^guid: $(guidOf "$path")$" "$meta"; then
        rm "$meta"
    fi
done
find . -mindepth 1 \( -name '*~' -o -name '.*' \) -prune -o ! -name '*.meta' -printf '%P\n' | sort | while read -r path; do
    [[ -e $path.meta ]] && continue
    {
        printf 'fileFormatVersion: 2\nguid: %s\n' "$(guidOf "$path")"
        if [[ -d $path ]]; then
            printf 'folderAsset: yes\nDefaultImporter:\n  externalObjects: {}\n'
        else
            importer "$path"
        fi
        printf '  userData:\n  assetBundleName:\n  assetBundleVariant:\n'
    } >"$path.meta"
done
