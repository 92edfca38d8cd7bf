/** The reference in docs/api: a page for each sub-path of the package, found through package.json's exports. */
import { readFileSync } from "node:fs";

const { exports } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

export default {
  entryPoints: Object.values(exports)
    .filter((target) => typeof target === "object")
    .map(({ types }) => `../../${types.replace("./dist/types/", "src/").replace(".d.ts", ".ts")}`),
  tsconfig: "../../src/tsconfig.json",
  plugin: ["typedoc-plugin-markdown"],
  router: "module",
  out: "../../docs/api",
  readme: "none",
  name: "API reference",
  entryFileName: "README",
  modulesFileName: "README",
  disableSources: true,
  excludePrivate: true,
  excludeInternal: true,
  excludeExternals: true,
  hidePageHeader: true,
  hideBreadcrumbs: true,
  useCodeBlocks: true,
  useHTMLAnchors: true,
  parametersFormat: "table",
  interfacePropertiesFormat: "table",
  typeDeclarationFormat: "table",
  expandObjects: true,
  groupOrder: ["Modules", "Namespaces", "Functions", "Variables", "Classes", "*"],
  intentionallyNotExported: ["RoundFields", "LAYER_STEPS", "LEARNING_RATE_SCHEDULES"],
  logLevel: "Warn",
  treatWarningsAsErrors: true,
};
