#!/usr/bin/env node
import module from "node:module";

/** In Node since 22.8: code is kept compiled between runs, which are short. */
interface WithCache {
  readonly enableCompileCache?: () => unknown;
}

(module as WithCache).enableCompileCache?.();
const { start } = await import("./start.js"); // once the cache is on
await start(process.argv);
