/** Where a built file is, e.g. `kernels.wasm`, whether this module runs built (from dist/) or as TypeScript source (in tests). */
export function distFile(path: string): URL {
  const root = import.meta.url.endsWith(".ts") ? "../../dist/" : "../../";
  return new URL(root + path, import.meta.url);
}
