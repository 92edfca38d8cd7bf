/**
 * The thread that writes a shuffler's store: commits wait for the disk here, and not where requests are
 * answered.
 */
import { parentPort, workerData } from "node:worker_threads";
import { DpError } from "../../../../src/errors.js";
import { unpackUploads } from "./pack-uploads.js";
import type { StoreAnswer, StoreCall } from "./store-call.js";
import { SyncShufflerStore } from "./sync-shuffler-store.js";

const port = parentPort!;

function failure(error: unknown): StoreAnswer {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof DpError)) return { failure: { message } };
  return { failure: { message, code: error.code, details: error.details } };
}

function attempt(work: () => unknown): StoreAnswer {
  try {
    return { result: work() };
  } catch (error) {
    return failure(error);
  }
}

/** Uploads come packed. */
function perform(store: SyncShufflerStore, { method, values }: StoreCall): unknown {
  if (method !== "accept")
    return (store as unknown as Record<string, (...all: unknown[]) => unknown>)[method]!(...values);
  const [study, number, packed] = values as [string, number, Uint8Array];
  return store.accept(study, number, unpackUploads(packed));
}

let store: SyncShufflerStore | undefined;
const opened = attempt(() => {
  store = new SyncShufflerStore((workerData as { readonly path: string }).path);
});
port.postMessage([opened]);
port.on("message", (calls: readonly StoreCall[]) => {
  port.postMessage(calls.map((call) => attempt(() => perform(store!, call))));
  if (calls.some(({ method }) => method === "shut")) port.close();
});
