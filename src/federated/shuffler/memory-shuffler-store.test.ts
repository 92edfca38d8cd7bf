import { conformsAsShufflerStore } from "../../../test/conformance/shuffler-store.js";
import { memoryShufflerStore } from "./memory-shuffler-store.js";

conformsAsShufflerStore("memory", async () => {
  const store = memoryShufflerStore();
  return { store, reopen: async () => store, close: async () => {} };
});
