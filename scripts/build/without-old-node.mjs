import { readFileSync } from "node:fs";

/**
 * What `@hpke/common` imports where the platform has no global `crypto`; every Node that this package runs on
 * has it.
 */
const OLD_NODE = 'await import("crypto")';

/** No module of Node's for Nodes that are older than the oldest supported one. */
export const WITHOUT_OLD_NODE = {
  name: "without old Nodes",
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]@hpke[\\/]common[\\/]esm[\\/]src[\\/]algorithm\.js$/ }, ({ path }) => {
      const contents = readFileSync(path, "utf8");
      if (!contents.includes(OLD_NODE)) throw new Error(`${path}: has no ${OLD_NODE} any more`);
      return { contents: contents.replace(OLD_NODE, "{}") };
    }),
};
