import { parentPort } from "node:worker_threads";
import { DpError } from "../errors.js";
import type { FromWorker, ToWorker } from "./_internal/worker-messages.js";

/**
 * The worker's side of {@link openWorkerPool}: its script calls this once.
 *
 * @param open gets the pool's setup; returns what begins a task, which returns what computes the part of a given number
 */
export function serveTasks<Setup, Task, Part>(
  open: (setup: Setup) => (task: Task) => (index: number) => Part,
): void {
  const port = parentPort!;
  const send = (message: FromWorker<Part | undefined>) => port.postMessage(message);
  let begin: (task: Task) => (index: number) => Part;
  port.on("message", (message: ToWorker<Setup, Task>) => {
    const { job } = message;
    try {
      if ("setup" in message) {
        begin = open(message.setup);
        send({ job, index: message.index, part: undefined });
      } else {
        const compute = begin(message.task);
        for (const index of takenParts(message)) send({ job, index, part: compute(index) });
      }
    } catch (error) {
      const code = error instanceof DpError ? error.code : "WORKER_DIED";
      send({ job, code, message: error instanceof Error ? error.message : String(error) });
    }
  });
}

/** Takes one part after the other until none is left. */
function* takenParts(job: { parts: number; next: SharedArrayBuffer }): Generator<number> {
  const next = new Int32Array(job.next);
  for (let index = Atomics.add(next, 0, 1); index < job.parts; index = Atomics.add(next, 0, 1)) yield index;
}
