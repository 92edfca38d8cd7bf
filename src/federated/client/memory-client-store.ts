import type { ClientStore } from "./client-store.js";

/**
 * A client's state in memory: for tests and simulations. It does not outlive the process, so that a client
 * may report twice.
 */
export function memoryClientStore(): ClientStore {
  let state: string | undefined;
  return {
    read: async () => state,
    async replace(before, after) {
      if (state !== before) return false;
      state = after;
      return true;
    },
  };
}
