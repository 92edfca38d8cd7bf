import { DpError } from "../errors.js";
import type { FromWorker, NumberedPart, ToWorker } from "./_internal/worker-messages.js";
import { nodeBuiltin } from "./node-builtin.js";

/**
 * The worker's side of {@link openWorkerPool}: its script calls this once.
 *
 * @param open gets the pool's setup; returns what begins a task, which returns what computes the part of a
 *   given number, or a promise of it
 */
export function serveTasks<Setup, Task, Part>(
  open: (setup: Setup) => (task: Task) => (index: number) => Part | Promise<Part>,
): void {
  const port = poolPort();
  const send = (message: FromWorker<Part | undefined>) => port.postMessage(message);
  let begin: (task: Task) => (index: number) => Part | Promise<Part>;
  const answer = async (message: ToWorker<Setup, Task>): Promise<void> => {
    const { job } = message;
    try {
      if ("setup" in message) {
        begin = open(message.setup);
        send({ job, parts: [{ index: message.index, part: undefined }] });
        return;
      }
      const compute = begin(message.task);
      await sendInTime(takenParts(message), compute, (parts) => send({ job, parts }));
    } catch (error) {
      send({ job, ...described(error) });
    }
  };
  port.addEventListener("message", ({ data }) => void answer(data as ToWorker<Setup, Task>));
}

/** Parts that take little time go together: a message costs as much as some of them. */
const WAIT_MS = 5;

async function sendInTime<Part>(
  indices: Iterable<number>,
  compute: (index: number) => Part | Promise<Part>,
  send: (parts: readonly NumberedPart<Part>[]) => void,
): Promise<void> {
  let parts: NumberedPart<Part>[] = [];
  let since = performance.now();
  for (const index of indices) {
    const part = compute(index);
    // Without a turn in between where there is nothing to wait for: no other job begins meanwhile.
    parts.push({ index, part: part instanceof Promise ? await part : part });
    if (performance.now() - since < WAIT_MS) continue;
    send(parts);
    parts = [];
    since = performance.now();
  }
  if (parts.length > 0) send(parts);
}

interface Port {
  postMessage(message: unknown): void;
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
}

/** The port to the pool: Node's, or the Web Worker's own scope. */
function poolPort(): Port {
  const threads = nodeBuiltin<{ readonly parentPort: Port }>("node:worker_threads");
  return threads === undefined ? (globalThis as unknown as Port) : threads.parentPort;
}

/** Takes one part after the other until none is left. */
function* takenParts(job: { parts: number; next: ArrayBufferLike }): Generator<number> {
  const next = new Int32Array(job.next);
  for (let index = Atomics.add(next, 0, 1); index < job.parts; index = Atomics.add(next, 0, 1)) yield index;
}

function described(error: unknown): Pick<DpError, "code" | "message" | "details"> {
  if (error instanceof DpError) {
    const { code, message, details } = error;
    return { code, message, details };
  }
  return {
    code: "WORKER_DIED",
    message: error instanceof Error ? error.message : String(error),
    details: {},
  };
}
