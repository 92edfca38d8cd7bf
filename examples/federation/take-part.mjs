/**
 * One person's part in a survey, from a program of your own; while nobody answers, it asks again.
 * Run: node examples/federation/take-part.mjs URL STUDY '{"commute":"train"}' STATE-FILE [CREDENTIAL]
 */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fromHex, openClient } from "croupier-dp/federated";
import { nodeCrypto } from "croupier-dp/federated/node";

const [url, study, answers, path, credential] = process.argv.slice(2);

// The state in a file, for one program at a time: on the disk before it takes the old one's place.
const read = () => (existsSync(path) ? readFileSync(path, "utf8") : undefined);
const store = {
  read: async () => read(),
  async replace(before, after) {
    if (read() !== before) return false;
    const file = openSync(`${path}.new`, "w", 0o600);
    writeSync(file, after);
    fsyncSync(file);
    closeSync(file);
    renameSync(`${path}.new`, path);
    return true;
  },
};

// These limits hold over all studies of the file; a study that exceeds them is refused.
const client = openClient({ store, crypto: nodeCrypto(), limits: { epsilon: 16, localEpsilon: 64 } });
if ((await client.standing(study)) === undefined)
  await client.join({ url, study, ...(credential && { credential: fromHex("credential", credential, 32) }) });

// The sealed report is in the file before the network hears of it; whoever runs this again sends its bytes.
const attempt = async () => {
  try {
    return await client.takePart(study, JSON.parse(answers));
  } catch (error) {
    if (error.code === "STORE_UNAVAILABLE") return { outcome: "unsent" };
    throw error;
  }
};
let taken = await attempt();
for (; taken.outcome === "none" || taken.outcome === "unsent"; taken = await attempt()) await sleep(1000);
const { epsilon, delta, localEpsilon } = await client.spent();
console.log(
  `round ${taken.round}: ${taken.outcome}; all studies of the file, proven by their documents' limits:`,
);
console.log(`epsilon <= ${epsilon} at delta <= ${delta} against readers of results`);
console.log(`epsilon <= ${localEpsilon} against malicious operators`);
