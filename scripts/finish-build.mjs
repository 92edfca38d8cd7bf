/** After the compiler: marks the built CLI as executable and bundles the accounting for web pages. */
import { chmodSync, existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const path = (relative) => fileURLToPath(new URL(`../${relative}`, import.meta.url));

if (existsSync(path("dist/apps/cli/main.js"))) chmodSync(path("dist/apps/cli/main.js"), 0o755);

// For the browser platform a Node module anywhere below fails the build.
await build({
  entryPoints: [path("dist/src/accounting/index.js")],
  outfile: path("dist/browser/accounting.js"),
  bundle: true,
  format: "esm",
  platform: "browser",
  target: "es2022",
  minify: true,
  sourcemap: true,
  legalComments: "linked",
  logLevel: "warning",
});
