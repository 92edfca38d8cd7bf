/** Preloaded into the CLI: ends one of its worker threads, by number, as soon as round 10 was evaluated. */
import { isMainThread } from "node:worker_threads";

if (isMainThread) {
  const workers = [];
  process.on("worker", (worker) => workers.push(worker));
  const write = process.stderr.write.bind(process.stderr);
  process.stderr.write = (text, ...rest) => {
    if (String(text).startsWith("round 10/")) workers.at(Number(process.env.KILL_WORKER)).terminate();
    return write(text, ...rest);
  };
}
