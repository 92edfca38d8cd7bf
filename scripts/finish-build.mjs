/**
 * After the compiler: the library as it is published (dist/lib, dist/types), the command line, the JSON
 * Schema of events, and the licences.
 */
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { eventSchema } from "../dist/scripts/docs/event-schema.js";
import { copyDeclarations } from "./build/copy-declarations.mjs";
import { markPure } from "./build/mark-pure.mjs";
import { ownNamespaces } from "./build/own-namespaces.mjs";
import { takeNotices } from "./build/take-notices.mjs";
import { WITHOUT_EVAL } from "./build/without-eval.mjs";
import { WITHOUT_OLD_NODE } from "./build/without-old-node.mjs";
import { writeLicences } from "./build/write-licences.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const { exports } = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8"));

/** The library's modules: the name of each in dist/lib, and its place in dist/. */
const MODULES = Object.values(exports)
  .filter((target) => typeof target === "object")
  .map((target) => [
    basename(target.default, ".js"),
    target.types.replace("./dist/types/", "src/").replace(".d.ts", ""),
  ]);

/** Namespaces of croupier-dp/accounting, by their files in dist/lib; users reach them through it. */
const NAMESPACES = [
  ["accounting-pld", "src/accounting/pld"],
  ["accounting-theorems", "src/accounting/theorems/index"],
];

/**
 * What training, auditing and background accounting open beside their own script, by `new URL("./name",
 * import.meta.url)`.
 */
const WORKERS = {
  "gradient-worker": "src/training/gradients/_internal/gradient-worker",
  "accounting-worker": "src/background/accounting-worker",
  "audit-worker": "src/auditing/_internal/audit-worker",
};
const KERNELS = "kernels.wasm";

/**
 * Names of the parts that entries share or load later; they have a hash, so that those of earlier builds
 * would stay.
 */
const PART = "part-";

/**
 * The command line opens the library's workers and kernels: a second copy would be an eighth of the package.
 */
const WITH_FILES_OF_LIBRARY = {
  name: "workers and kernels of the library",
  setup: ({ onLoad }) =>
    onLoad(
      { filter: /[\\/](open-gradient-pool|open-background-accountant|play-event|compile-kernels)\.js$/ },
      ({ path }) => ({
        contents: readFileSync(path, "utf8").replaceAll(/(path: |new URL\()"\.\//g, '$1"../../lib/'),
      }),
    ),
};

/** What servers alone import may use Node; anything else that does fails the build for browsers. */
const NODE_FOR_SERVERS = {
  name: "Node's modules for servers",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^node:/ }, ({ path, importer }) =>
      importer.startsWith(`${ROOT}dist/src/federated/node/`) ? { path, external: true } : undefined,
    ),
};

/** The modules whose namespaces are files of their own. */
const INDEXES = ["src/index.js", "src/accounting/index.js"].map((path) => `${ROOT}dist/${path}`);
const NAMESPACES_OF_LIBRARY = ownNamespaces(INDEXES, (path) => {
  const found = [...MODULES, ...NAMESPACES].find(([, place]) => path === `${ROOT}dist/${place}.js`);
  return found?.[0];
});

/** Long lines are what Node shows of an error's place before its message. */
const LINE_LIMIT = 110;

/**
 * Bundles entries of dist/, which share their parts, and each worker into one file; returns the paths of all
 * that went in.
 */
async function bundle(folder, entries, workers, options) {
  const outdir = `${ROOT}dist/${folder}`;
  const entryPointsOf = (places) => places.map(([name, place]) => ({ in: `dist/${place}.js`, out: name }));
  const common = {
    absWorkingDir: ROOT,
    outdir,
    bundle: true,
    format: "esm",
    metafile: true,
    legalComments: "external",
    logLevel: "warning",
    lineLimit: LINE_LIMIT,
    ...options,
  };
  mkdirSync(outdir, { recursive: true });
  for (const name of readdirSync(outdir)) if (name.startsWith(PART)) rmSync(`${outdir}/${name}`);
  const builds = [
    await build({
      ...common,
      entryPoints: entryPointsOf(entries),
      splitting: true,
      chunkNames: `${PART}[hash]`,
    }),
    await build({
      ...common,
      entryPoints: entryPointsOf(Object.entries(workers)),
      minify: true,
      plugins: [WITHOUT_EVAL],
    }),
  ];
  return builds.flatMap(({ metafile }) => Object.keys(metafile.inputs));
}

// The library needs no package and no bundler. For the browser platform a Node module anywhere below fails
// the build. Names stay as they are.
rmSync(`${ROOT}dist/lib`, { recursive: true, force: true });
const inLibrary = await bundle("lib", [...MODULES, ...NAMESPACES], WORKERS, {
  platform: "browser",
  target: "es2022",
  minifyWhitespace: true,
  minifySyntax: true,
  plugins: [WITHOUT_EVAL, WITHOUT_OLD_NODE, NAMESPACES_OF_LIBRARY, NODE_FOR_SERVERS],
});
copyFileSync(`${ROOT}dist/src/tensor/${KERNELS}`, `${ROOT}dist/lib/${KERNELS}`);
for (const name of readdirSync(`${ROOT}dist/lib`)) {
  if (!name.endsWith(".js") || name.replace(".js", "") in WORKERS) continue;
  const path = `${ROOT}dist/lib/${name}`;
  writeFileSync(path, markPure(readFileSync(path, "utf8")));
}

// The command line starts in a third of the time so. Packages in CommonJS ask for Node's modules by
// `require`.
const inCommandLine = await bundle(
  "apps/cli",
  [
    ["croupier", "apps/cli/main"],
    // Only the command line plays runs on threads; what they need it has.
    ["training-game-worker", "src/auditing/training/_internal/training-game-worker"],
  ],
  {},
  {
    platform: "node",
    target: "node20",
    minify: true,
    plugins: [WITH_FILES_OF_LIBRARY, WITHOUT_EVAL],
    banner: {
      js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);',
    },
  },
);
chmodSync(`${ROOT}dist/apps/cli/croupier.js`, 0o755);

// The server is a package of its own: it holds what it uses of the library, and asks for the packages that it
// names.
const SERVER = `${ROOT}apps/server/`;
const serverPackages = Object.keys(JSON.parse(readFileSync(`${SERVER}package.json`, "utf8")).dependencies);
const inServer = await bundle(
  "../apps/server/dist",
  [["croupier-server", "apps/server/main"]],
  {
    "shuffler-store-worker": "apps/server/_internal/stores/shuffler-store-worker",
    "analyzer-worker": "apps/server/_internal/roles/analyzer-worker",
    "crypto-worker": "apps/server/_internal/threads/crypto-worker",
  },
  {
    platform: "node",
    target: "node20",
    minifyWhitespace: true,
    external: serverPackages,
    banner: {
      js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);',
    },
  },
);
copyFileSync(`${ROOT}dist/src/tensor/${KERNELS}`, `${SERVER}dist/${KERNELS}`);
// Its pages: a script each, and what stands beside them.
const inPages = await bundle(
  "../apps/server/dist/pages",
  [],
  { survey: "apps/web/survey/main", dashboard: "apps/web/dashboard/main" },
  { platform: "browser", target: "es2022" },
);
for (const path of ["pages.css", "survey/survey.html", "dashboard/dashboard.html"])
  copyFileSync(`${ROOT}apps/web/${path}`, `${SERVER}dist/pages/${basename(path)}`);
copyDeclarations(
  MODULES.map(([, place]) => `${place.replace("src/", "")}.d.ts`),
  `${ROOT}dist/src`,
  `${ROOT}dist/types`,
);
writeFileSync(`${ROOT}dist/event.schema.json`, `${JSON.stringify(eventSchema(), null, 2)}\n`);
// The compiler of the kernels puts its own library into them.
writeLicences(
  [...inLibrary, ...inCommandLine, "node_modules/assemblyscript/std"],
  ROOT,
  "dist/THIRD-PARTY-LICENSES.txt",
  [...takeNotices(`${ROOT}dist/lib`), ...takeNotices(`${ROOT}dist/apps/cli`)],
);
writeLicences(
  [...inServer, ...inPages],
  ROOT,
  "apps/server/dist/THIRD-PARTY-LICENSES.txt",
  takeNotices(`${SERVER}dist`),
);
