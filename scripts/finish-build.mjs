/** After the compiler: the library as it is published (dist/lib, dist/types), the command line, and the licences of what they contain. */
import { chmodSync, copyFileSync, readFileSync, rmSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { copyDeclarations } from "./build/copy-declarations.mjs";
import { writeLicences } from "./build/write-licences.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const { exports } = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8"));

/** The library's modules: where each is published, and its place under dist/src. */
const MODULES = Object.values(exports)
  .filter((target) => typeof target === "object")
  .map((target) => ({
    name: basename(target.default, ".js"),
    place: target.types.replace(/^\.\/dist\/types\/|\.d\.ts$/g, ""),
  }));

/** What training and background accounting open beside their own script, by `new URL("./name", import.meta.url)`. */
const WORKERS = {
  "gradient-worker": "training/gradients/_internal/gradient-worker",
  "accounting-worker": "background/accounting-worker",
};
const KERNELS = "kernels.wasm";

const MODULE_ENTRIES = MODULES.map(({ name, place }) => ({ in: `dist/src/${place}.js`, out: name }));
const WORKER_ENTRIES = Object.entries(WORKERS).map(([out, place]) => ({ in: `dist/src/${place}.js`, out }));
const CLI_ENTRIES = [{ in: "dist/apps/cli/main.js", out: "croupier" }];

/** Bundles entries into a folder; returns the paths of all that went in. */
async function bundle(outdir, entryPoints, options) {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints,
    outdir,
    bundle: true,
    format: "esm",
    metafile: true,
    logLevel: "warning",
    ...options,
  });
  return Object.keys(metafile.inputs);
}

/** The library needs no package and no bundler. For the browser platform a Node module anywhere below fails the build. */
async function bundleLibrary() {
  const options = { platform: "browser", target: "es2022" };
  rmSync(`${ROOT}dist/lib`, { recursive: true, force: true });
  return [
    ...(await bundle("dist/lib", MODULE_ENTRIES, { ...options, splitting: true })),
    ...(await bundle("dist/lib", WORKER_ENTRIES, { ...options, minify: true })),
  ];
}

/** Starts in a third of the time that its modules would take. Packages in CommonJS ask for Node's modules by `require`. */
function bundleCommandLine() {
  return bundle("dist/apps/cli", [...CLI_ENTRIES, ...WORKER_ENTRIES], {
    platform: "node",
    target: "node20",
    minify: true,
    keepNames: true,
    banner: {
      js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);',
    },
  });
}

const bundled = [...(await bundleLibrary()), ...(await bundleCommandLine())];
for (const folder of ["lib", "apps/cli"]) {
  copyFileSync(`${ROOT}dist/src/tensor/${KERNELS}`, `${ROOT}dist/${folder}/${KERNELS}`);
}
chmodSync(`${ROOT}dist/apps/cli/croupier.js`, 0o755);
copyDeclarations(
  MODULES.map(({ place }) => `${place}.d.ts`),
  `${ROOT}dist/src`,
  `${ROOT}dist/types`,
);
// The compiler of the kernels puts its own library into them.
writeLicences([...bundled, "node_modules/assemblyscript/std"], ROOT, "dist/THIRD-PARTY-LICENSES.txt");
