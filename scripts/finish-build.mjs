/** After the compiler: bundles the command line, which starts in a third of the time so, and the accounting for web pages. */
import { chmodSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const path = (relative) => fileURLToPath(new URL(`../${relative}`, import.meta.url));

const COMMON = {
  bundle: true,
  format: "esm",
  sourcemap: true,
  legalComments: "linked",
  logLevel: "warning",
};
const COMMAND_LINE = path("dist/apps/cli/croupier.js");

// In main.js's own folder, from where it finds the workers and the kernels. Packages in CommonJS ask for Node's modules by `require`.
await build({
  ...COMMON,
  entryPoints: [path("dist/apps/cli/main.js")],
  outfile: COMMAND_LINE,
  platform: "node",
  target: "node20",
  banner: {
    js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);',
  },
});
chmodSync(COMMAND_LINE, 0o755);

// For the browser platform a Node module anywhere below fails the build.
await build({
  ...COMMON,
  entryPoints: [path("dist/src/accounting/index.js")],
  outfile: path("dist/browser/accounting.js"),
  platform: "browser",
  target: "es2022",
  minify: true,
});
