/** As many threads as the machine has cores; one where threads cannot share memory. */
export function availableThreads(): number {
  if (typeof SharedArrayBuffer === "undefined") return 1;
  const os = globalThis.process?.getBuiltinModule?.("node:os");
  const { navigator } = globalThis as { navigator?: { readonly hardwareConcurrency?: number } };
  return os?.availableParallelism() ?? navigator?.hardwareConcurrency ?? 1;
}
