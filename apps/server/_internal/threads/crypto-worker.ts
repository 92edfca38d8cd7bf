/** A thread that seals dummies and opens records. */
import { parentPort } from "node:worker_threads";
import { openRecordsHere } from "../../../../src/federated/analyzer/open-records-here.js";
import { nodeCrypto } from "../../../../src/federated/node/index.js";
import { dummiesHere } from "../../../../src/federated/shuffler/dummies.js";
import type { CryptoAnswer, CryptoTask } from "./crypto-task.js";

const port = parentPort!;
const makeDummies = dummiesHere(nodeCrypto());
const openRecords = openRecordsHere(nodeCrypto());

async function perform(task: CryptoTask): Promise<CryptoAnswer> {
  if (task.kind === "dummies") return { sealed: await makeDummies(task.order) };
  return { opened: await openRecords(task.order) };
}

port.on("message", (task: CryptoTask) => {
  void perform(task)
    .catch(
      (error: unknown): CryptoAnswer => ({ failure: error instanceof Error ? error.message : String(error) }),
    )
    .then((answer) => {
      const bytes =
        "sealed" in answer ? [answer.sealed] : "opened" in answer ? Object.values(answer.opened) : [];
      port.postMessage(
        answer,
        bytes.map(({ buffer }) => buffer as ArrayBuffer),
      );
    });
});
