import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vitest/config";

const SRC = fileURLToPath(new URL("src/", import.meta.url));

/** Tests run the sources; workers and kernels, which a module finds beside itself, stand at the same place in dist/. */
const builtFiles: Plugin = {
  name: "built-files",
  transform(code, id) {
    if (!id.startsWith(SRC) || id.endsWith(".test.ts")) return;
    const built = new URL(`dist/src/${id.slice(SRC.length)}`, import.meta.url).href;
    return { code: code.replaceAll("import.meta.url", JSON.stringify(built)), map: null };
  },
};

export default defineConfig({
  plugins: [builtFiles],
  test: {
    include: ["src/**/*.test.ts", "apps/**/*.test.ts", "test/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: "forks",
    maxWorkers: "100%",
  },
});
