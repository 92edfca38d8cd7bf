import { dirname, join } from "node:path";

/**
 * What `@stdlib` compiles at run time, which pages with a strict Content-Security-Policy forbid and report: a
 * probe for generators, which every platform here has, and polynomials out of their coefficients, which
 * nothing here asks for.
 */
export const WITHOUT_EVAL = {
  name: "without eval",
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /^@stdlib\/assert-has-generator-support$/ }, ({ path }) => ({
      path,
      namespace: "generators",
    }));
    onLoad({ filter: /./, namespace: "generators" }, () => ({ contents: "module.exports = () => true;" }));
    onResolve(
      { filter: /^@stdlib\/math-base-tools-evalpoly$/ },
      async ({ path, kind, resolveDir, pluginData }) => {
        if (pluginData === "resolved") return undefined;
        const { path: index } = await resolve(path, { kind, resolveDir, pluginData: "resolved" });
        return { path: join(dirname(index), "main.js") };
      },
    );
  },
};
