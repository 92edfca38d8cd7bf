import { type Client, openClient } from "../../../../src/federated/client/open-client.js";
import { memoryClientStore } from "../../../../src/federated/client/memory-client-store.js";
import type { Opening, RoundResult } from "../../../../src/federated/messages/documents.js";
import { fromHex } from "../../../../src/federated/messages/hex.js";
import { openDocument, type SignedDocument } from "../../../../src/federated/messages/signed-document.js";
import { nodeCrypto } from "../../../../src/federated/node/index.js";
import type { RoundDocuments } from "../../../../src/federated/shuffler/round-documents.js";
import type { OpenedStudy } from "../../../../src/federated/study/open-study.js";
import type { Answers } from "../../../../src/federated/study/slots.js";
import type { RandomSource } from "../../../../src/random/index.js";
import { DpError } from "../../../../src/errors.js";
import type { Say } from "../../../shared/words/say.js";
import { limited } from "./limited.js";
import { poll } from "./poll.js";
import { getJson } from "./served-study.js";

/** Clients of one round. */
export interface SimulatedRound {
  readonly url: string;
  readonly opened: OpenedStudy;
  /** One client for each. */
  readonly answers: readonly Answers[];
  /** As many as clients, where the study asks for them. */
  readonly credentials: readonly string[] | undefined;
  /** What clients randomize with; only tests may choose it. */
  readonly source: RandomSource | undefined;
  readonly say: Say;
  readonly signal: AbortSignal;
}

/** What came of it. */
export interface SimulatedOutcome {
  readonly round: number;
  readonly acknowledged: number;
  readonly result: RoundResult;
}

/** Requests at once. */
const IN_FLIGHT = 128;
/** A person's limits protect a person. */
const NO_LIMIT = Number.MAX_VALUE;

/**
 * Lets clients take part in one round over HTTP, and waits for its result.
 *
 * @throws DpError REFUSED the round was cancelled; and what the server refuses with
 */
export async function simulateRound(simulated: SimulatedRound): Promise<SimulatedOutcome> {
  const { url, opened, say, signal } = simulated;
  const clients = openClients(simulated);
  let joined = 0;
  await Promise.all(
    clients.map(async (client, index) => {
      await client.join(invitation(simulated, index));
      joined += 1;
      say(`${joined} of ${clients.length} clients joined`);
    }),
  );
  say("waiting for a round to open");
  const round = await freshRound(simulated);
  const acknowledged = await takePart(simulated, clients);
  say(`round ${round}: ${acknowledged} reports acknowledged; waiting for the result`);
  return { round, acknowledged, result: await resultOf(url, opened, round, signal) };
}

function openClients({ opened, answers, source, signal }: SimulatedRound): readonly Client[] {
  const crypto = nodeCrypto();
  const send = limited((request) => fetch(request, { signal }), IN_FLIGHT);
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
      ...(source && { source }),
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
  const neededMs = 1000 * Math.min(0.8 * windowSeconds, delaySeconds + answers.length / 1000);
  return poll(async () => {
    const documents = (await getJson(`${url}/v1/studies/${opened.id}/rounds/current`, signal)) as RoundDocuments;
    const { closesAt } = JSON.parse(documents.opening.payload) as Opening;
    const { round } = JSON.parse(documents.announcement.payload) as { readonly round: number };
    return closesAt - Date.now() >= neededMs ? round : undefined;
  }, signal);
}

async function takePart(
  { opened, answers, say, signal }: SimulatedRound,
  clients: readonly Client[],
): Promise<number> {
  let [acknowledged, answered] = [0, 0];
  await Promise.all(
    clients.map(async (client, index) => {
      const { outcome } = await client.takePart(opened.id, answers[index]!, signal);
      if (outcome === "accepted") acknowledged += 1;
      answered += 1;
      say(`${answered} of ${clients.length} clients answered, ${acknowledged} acknowledged`);
    }),
  );
  signal.throwIfAborted();
  return acknowledged;
}

async function resultOf(
  url: string,
  { id, study }: OpenedStudy,
  round: number,
  signal: AbortSignal,
): Promise<RoundResult> {
  const path = `${url}/v1/studies/${id}/rounds/${round}`;
  await poll(async () => {
    const { state } = (await getJson(path, signal)) as RoundDocuments;
    if (state === "cancelled" || state === "expired") throw ended(round, state);
    return state === "done" ? state : undefined;
  }, signal);
  const signed = (await getJson(`${path}/result`, signal)) as SignedDocument;
  return (await openDocument(nodeCrypto(), "result", signed, study.analyzer.publicKey)) as RoundResult;
}

function ended(value: number, state: string): DpError {
  const why = state === "cancelled" ? "it had fewer reports than the study's floor, or its analyzer cancelled it" : "nobody fetched its batch";
  return new DpError("REFUSED", `round ${value} is ${state}: ${why}; no result is published`, {
    parameter: "round",
    value,
  });
}
