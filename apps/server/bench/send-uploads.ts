/**
 * One shuffler process of the benchmark: sends its part of the uploads to a store, and every hundredth of the
 * others' too, as retries through another shuffler. Arguments: the store, how many uploads in all, how many
 * processes, and which this is. Prints a JSON object when it is done.
 */
import { openShufflerStore } from "../_internal/stores/open-shuffler-store.js";
import { MADE_ROUND } from "./made-round.js";
import { madeUpload } from "./made-upload.js";

const [place, ...numbers] = process.argv.slice(2) as [string, ...string[]];
const [uploads, processes, which] = numbers.map(Number) as [number, number, number];
/** Uploads that wait for their acknowledgement at once. */
const AT_ONCE = 1000;
const RETRIED = 100;

const store = await openShufflerStore(place);
const counts = { accepted: 0, repeated: 0 };
const startedAt = Date.now();
let next = 0;
await Promise.all(Array.from({ length: AT_ONCE }, sendNext));
const endedAt = Date.now();
const { user, system } = process.cpuUsage();
await store.shut();
const cpuSeconds = (user + system) / 1e6;
process.stdout.write(`${JSON.stringify({ ...counts, startedAt, endedAt, cpuSeconds })}\n`);

async function sendNext(): Promise<void> {
  while (next < uploads) {
    const number = next++;
    if (number % processes !== which && number % RETRIED !== 0) continue;
    const { study, number: round } = MADE_ROUND;
    const answer = await store.accept(study, round, madeUpload(number));
    if (answer !== "accepted" && answer !== "repeated") throw new Error(answer);
    counts[answer] += 1;
  }
}
