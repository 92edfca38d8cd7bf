import { conformsAsAnalyzerStore } from "../../../test/conformance/analyzer-store.js";
import { memoryAnalyzerStore } from "./memory-analyzer-store.js";

conformsAsAnalyzerStore("memory", async () => {
  const store = memoryAnalyzerStore();
  return { store, reopen: async () => store, close: async () => {} };
});
