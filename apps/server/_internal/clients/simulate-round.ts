import { DpError } from "../../../../src/errors.js";
import type { Client } from "../../../../src/federated/client/client.js";
import { memoryClientStore } from "../../../../src/federated/client/memory-client-store.js";
import { openClient } from "../../../../src/federated/client/open-client.js";
import type { Opening, RoundResult } from "../../../../src/federated/messages/documents.js";
import { fromHex } from "../../../../src/federated/messages/hex.js";
import { openDocument, type SignedDocument } from "../../../../src/federated/messages/signed-document.js";
import { nodeCrypto } from "../../../../src/federated/node/index.js";
import type { RoundDocuments } from "../../../../src/federated/shuffler/round-documents.js";
import type { OpenedStudy } from "../../../../src/federated/study/open-study.js";
import type { Answers } from "../../../../src/federated/study/survey-slots.js";
import type { RandomSource } from "../../../../src/random/index.js";
import { counted } from "../../../shared/words/counted.js";
import type { Say } from "../../../shared/words/say.js";
import { poll } from "./poll.js";
import { getJson } from "./served-study.js";
import { type SharedSender, sharedSender } from "./shared-sender.js";
import { untilAborted } from "./until-aborted.js";

/** Clients of one round. */
export interface SimulatedRound {
  readonly url: string;
  readonly opened: OpenedStudy;
  /** One client for each. */
  readonly answers: readonly Answers[];
  /** As many as clients, where the study asks for them. */
  readonly credentials: readonly string[] | undefined;
  /** What all clients randomize with; only tests may choose it. */
  readonly source: RandomSource;
  readonly say: Say;
  readonly signal: AbortSignal;
}

/** What came of it. */
export interface SimulatedOutcome {
  readonly round: number;
  readonly acknowledged: number;
  readonly result: RoundResult;
}

/** A person's limits protect a person. */
const NO_LIMIT = Number.MAX_VALUE;

/**
 * Lets clients take part in one round over HTTP, and waits for its result.
 *
 * @throws DpError REFUSED the round was cancelled; and what the server refuses with
 */
export async function simulateRound(simulated: SimulatedRound): Promise<SimulatedOutcome> {
  const sender = sharedSender();
  try {
    return await simulateOver(sender, simulated);
  } finally {
    sender.shut();
  }
}

async function simulateOver(sender: SharedSender, simulated: SimulatedRound): Promise<SimulatedOutcome> {
  const { say, signal } = simulated;
  const clients = openClients(sender, simulated);
  let joined = 0;
  await Promise.all(
    clients.map(async (client, index) => {
      await client.join(invitation(simulated, index));
      joined += 1;
      signal.throwIfAborted();
      say(`${joined} of ${counted(clients.length, "client")} joined`);
    }),
  );
  say("waiting for a round to open");
  const round = await freshRound(simulated);
  const acknowledged = await takePart(simulated, clients);
  say(`round ${round}: ${counted(acknowledged, "report")} acknowledged; waiting for the result`);
  return { round, acknowledged, result: await resultOf(simulated, round, acknowledged) };
}

function openClients({ send }: SharedSender, { opened, answers, source }: SimulatedRound): readonly Client[] {
  const crypto = nodeCrypto();
  const limits = {
    epsilon: NO_LIMIT,
    delta: NO_LIMIT,
    localEpsilon: NO_LIMIT,
    reportEpsilon: NO_LIMIT,
  };
  return answers.map(() =>
    openClient({
      store: memoryClientStore(),
      crypto,
      send,
      limits,
      allowTests: opened.study.purpose === "test",
      source,
    }),
  );
}

function invitation({ url, opened, credentials }: SimulatedRound, index: number) {
  const credential = credentials?.[index];
  return {
    url,
    study: opened.id,
    ...(credential !== undefined && { credential: fromHex("credential", credential, 32) }),
  };
}

/** A round that is open for long enough: the one that is, or the next. */
async function freshRound({ url, opened, answers, signal }: SimulatedRound): Promise<number> {
  const { windowSeconds, delaySeconds } = opened.study;
  // Clients wait at random, then queue: a guess of the time they need, at most nearly all of the window.
  const neededMs = 1000 * Math.min(0.8 * windowSeconds, delaySeconds + 1 + answers.length / 1000);
  return poll(async () => {
    const documents = (await getJson(
      `${url}/v1/studies/${opened.id}/rounds/current`,
      signal,
    )) as RoundDocuments;
    const { closesAt } = JSON.parse(documents.opening.payload) as Opening;
    const { round } = JSON.parse(documents.announcement.payload) as { readonly round: number };
    return closesAt - Date.now() >= neededMs ? round : undefined;
  }, signal);
}

async function takePart(
  { opened, answers, say, signal }: SimulatedRound,
  clients: readonly Client[],
): Promise<number> {
  let acknowledged = 0;
  let answered = 0;
  const all = Promise.all(
    clients.map(async (client, index) => {
      const { outcome } = await poll(() => client.takePart(opened.id, answers[index]!), signal);
      if (outcome === "accepted") acknowledged += 1;
      answered += 1;
      say(`${answered} of ${counted(clients.length, "client")} answered, ${acknowledged} acknowledged`);
    }),
  );
  await untilAborted(all, signal);
  return acknowledged;
}

async function resultOf(
  { url, opened: { id, study }, signal }: SimulatedRound,
  round: number,
  acknowledged: number,
): Promise<RoundResult> {
  const path = `${url}/v1/studies/${id}/rounds/${round}`;
  const signed = await poll(async () => {
    const { state } = (await getJson(path, signal)) as RoundDocuments;
    if (state === "cancelled" || state === "expired") throw ended(round, state, acknowledged);
    return state === "done" ? ((await getJson(`${path}/result`, signal)) as SignedDocument) : undefined;
  }, signal);
  return (await openDocument(nodeCrypto(), "result", signed, study.analyzer.publicKey)) as RoundResult;
}

function ended(value: number, state: string, acknowledged: number): DpError {
  const why =
    state === "cancelled"
      ? "it had fewer reports than the study's floor, or its analyzer cancelled it"
      : "nobody fetched its batch";
  return new DpError(
    "REFUSED",
    `round ${value} is ${state}: ${why}; ${counted(acknowledged, "report was", "reports were")} acknowledged, and no result is published`,
    {
      parameter: "round",
      value,
    },
  );
}
