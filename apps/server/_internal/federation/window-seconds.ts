import { nodeCrypto } from "../../../../src/federated/node/index.js";

/** Reports that are sealed before the clock starts, since the first ones take longer, and to be timed. */
const WARM_UP = 200;
const TIMED = 400;
/** Until the clients have seen that a round is open: they ask every quarter of a second, and wait for up to one. */
const OPENING_SECONDS = 2;
/** In times of one sealing: what a process does for a round whatever the number of its users. */
const ROUND_SEALINGS = 2000;

/**
 * How long a round must collect so that all clients are in time, on this machine, as busy as it is now: the
 * sealing of a report is timed here, and a client's part in a round is a multiple of it.
 *
 * @param sealings a client's part, by all parties and with room to spare, in times of one sealing
 */
export async function windowSeconds(clients: number, sealings: number): Promise<number> {
  const { hpke } = nodeCrypto();
  const { publicKey } = await hpke.generateKeyPair();
  const sender = await hpke.sender(publicKey);
  const report = new Uint8Array(1);
  for (let index = 0; index < WARM_UP; index++) await sender.seal(report, report);
  const start = performance.now();
  for (let index = 0; index < TIMED; index++) await sender.seal(report, report);
  const seconds = (performance.now() - start) / 1000 / TIMED;
  return OPENING_SECONDS + Math.ceil(seconds * (ROUND_SEALINGS + clients * sealings));
}
