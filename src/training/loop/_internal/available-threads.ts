import { nodeBuiltin } from "../../../tensor/node-builtin.js";
import { CAN_SHARE } from "../../../tensor/shared-buffer.js";

/** As many threads as the machine has cores; one where threads cannot share memory. */
export function availableThreads(): number {
  if (!CAN_SHARE) return 1;
  const os = nodeBuiltin<typeof import("node:os")>("node:os");
  const { navigator } = globalThis as { navigator?: { readonly hardwareConcurrency?: number } };
  return os?.availableParallelism() ?? navigator?.hardwareConcurrency ?? 1;
}
