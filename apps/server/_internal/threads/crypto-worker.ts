/** A thread that seals dummies and opens records. */
import { parentPort } from "node:worker_threads";
import { nodeCrypto } from "../../../../src/federated/node/index.js";
import { dummiesHere } from "../../../../src/federated/shuffler/dummies.js";
import type { CryptoAnswer, CryptoTask } from "./crypto-task.js";

const port = parentPort!;
const makeDummies = dummiesHere(nodeCrypto());

async function perform(task: CryptoTask): Promise<CryptoAnswer> {
  if (task.kind === "dummies") return { sealed: await makeDummies(task.order) };
  throw new Error("not yet");
}

port.on("message", (task: CryptoTask) => {
  void perform(task)
    .catch((error: unknown): CryptoAnswer => ({ failure: error instanceof Error ? error.message : String(error) }))
    .then((answer) => {
      const bytes = "sealed" in answer ? [answer.sealed] : "opened" in answer ? Object.values(answer.opened) : [];
      port.postMessage(answer, bytes.map(({ buffer }) => buffer as ArrayBuffer));
    });
});
