import { dirname, join } from "node:path";

/**
 * `export * as name` of an index becomes an import of that entry's own file. Bundled it would be an object
 * that holds on to all of the entry, for whoever takes one function out of it.
 */
export function ownNamespaces(indexes, nameOf) {
  return {
    name: "own namespaces",
    setup: ({ onResolve }) =>
      onResolve({ filter: /\/index\.js$/ }, ({ path, importer }) => {
        const name = indexes.includes(importer) ? nameOf(join(dirname(importer), path)) : undefined;
        return name === undefined ? undefined : { path: `./${name}.js`, external: true, sideEffects: false };
      }),
  };
}
