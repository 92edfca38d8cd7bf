import { createRequire } from "node:module";

/** Of the package. */
export const VERSION: string = createRequire(import.meta.url)("croupier-dp/package.json").version;
