/** After the compiler: bundles the command line, which starts in a third of the time so, and the modules for pages without a bundler. */
import { chmodSync, copyFileSync, readdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const path = (relative) => fileURLToPath(new URL(`../dist/${relative}`, import.meta.url));

/** What training opens beside its own script, by `new URL("./name", import.meta.url)`. */
const WORKERS = {
  "gradient-worker": "src/training/gradients/_internal/gradient-worker.js",
  "accounting-worker": "src/training/loop/_internal/accounting-worker.js",
};
const KERNELS = "kernels.wasm";

/** Bundles each entry, and the workers, into one file of its name in a folder; `split` sets apart what an entry imports later. */
async function bundle(folder, entries, { split = {}, ...options }) {
  const workers = Object.entries(WORKERS).map(([name, script]) => ({ in: path(script), out: name }));
  const common = {
    outdir: path(folder),
    bundle: true,
    format: "esm",
    sourcemap: true,
    legalComments: "linked",
    logLevel: "warning",
    ...options,
  };
  await build({ ...common, entryPoints: entries, ...split });
  await build({ ...common, entryPoints: workers });
  copyFileSync(path(`src/tensor/${KERNELS}`), path(`${folder}/${KERNELS}`));
}

/** Chunks have a hash in their names: those of earlier builds would stay. */
const CHUNK = "part-";
for (const name of readdirSync(path("apps/cli"))) {
  if (name.startsWith(CHUNK)) rmSync(path(`apps/cli/${name}`));
}

// Packages in CommonJS ask for Node's modules by `require`.
await bundle("apps/cli", [{ in: path("apps/cli/main.js"), out: "croupier" }], {
  platform: "node",
  target: "node20",
  split: { splitting: true, chunkNames: `${CHUNK}[name]-[hash]` },
  banner: {
    js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);',
  },
});
chmodSync(path("apps/cli/croupier.js"), 0o755);

// For the browser platform a Node module anywhere below fails the build.
await bundle(
  "browser",
  ["accounting", "random", "training"].map((name) => ({ in: path(`src/${name}/index.js`), out: name })),
  { platform: "browser", target: "es2022", minify: true },
);
