import { nodeCrypto } from "../../../../src/federated/node/index.js";

/** Reports that are sealed before the clock starts, since the first ones take longer, and to be timed. */
const WARM_UP = 200;
const TIMED = 400;
/** Until the clients have seen that a round is open, and the shuffler that all have sent. */
const WAITING_SECONDS = 3;

/**
 * About how long a round takes on this machine, as busy as it is now: the sealing of a report is timed here,
 * and a client's part in a round is a multiple of it.
 *
 * @param sealings a client's part, by all parties, in times of one sealing
 */
export async function roundSeconds(clients: number, sealings: number): Promise<number> {
  const { hpke } = nodeCrypto();
  const { publicKey } = await hpke.generateKeyPair();
  const sender = await hpke.sender(publicKey);
  const report = new Uint8Array(1);
  for (let index = 0; index < WARM_UP; index++) await sender.seal(report, report);
  const start = performance.now();
  for (let index = 0; index < TIMED; index++) await sender.seal(report, report);
  const seconds = (performance.now() - start) / 1000 / TIMED;
  return WAITING_SECONDS + seconds * clients * sealings;
}
