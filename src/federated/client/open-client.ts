import { DpError } from "../../errors.js";
import { type RandomSource, secureSource } from "../../random/index.js";
import { checkArray, checkNumber, checkOptions, RANGES, wrongShape } from "../../validate.js";
import { checkCrypto } from "../crypto/check-parts.js";
import type { CryptoProvider } from "../crypto/crypto-provider.js";
import type { Announcement } from "../messages/documents.js";
import type { Handler } from "../messages/handler.js";
import { fromHex, toHex } from "../messages/hex.js";
import { readAnnounced } from "../messages/read-announced.js";
import { CREDENTIAL_BYTES } from "../messages/report-bytes.js";
import { type OpenedStudy, openStudyWith } from "../study/open-study-with.js";
import type { Study } from "../study/study.js";
import type { Client, ClientInput, Invitation, Participation, Standing } from "./client.js";
import {
  type ClientState,
  changeState,
  type JoinedStudy,
  joinedStudies,
  readState,
  withStudy,
} from "./client-state.js";
import type { ClientStore } from "./client-store.js";
import type { ClientTask, PreparedRound } from "./client-task.js";
import { drawUpload } from "./draw-upload.js";
import { fetchWeights } from "./fetch-weights.js";
import { getServed } from "./get-served.js";
import {
  checkJoining,
  DEFAULT_LIMITS,
  type PersonalLimits,
  type PersonalSpent,
  personalSpent,
} from "./personal-limits.js";
import { sendUpload } from "./send-upload.js";
import { surveyTask } from "./survey-task.js";

/** What a client is opened with. */
export interface ClientOptions {
  readonly store: ClientStore;
  readonly crypto: CryptoProvider;
  /** Carries a request; `fetch` by default. */
  readonly send?: Handler;
  /** By default {@link DEFAULT_LIMITS}. */
  readonly limits?: Partial<PersonalLimits>;
  /** Whether studies with the purpose `test` may be joined; default false. */
  readonly allowTests?: boolean;
  readonly wait?: (ms: number) => Promise<void>;
  readonly clock?: () => number;
  /** The platform's secure source by default. */
  readonly source?: RandomSource;
  /** Tasks besides surveys: `trainingTask` of `croupier-dp/federated/training`. */
  readonly tasks?: readonly ClientTask[];
}

/** Opens a client over its store. */
export function openClient(options: ClientOptions): Client {
  checkOptions("openClient", options);
  checkCrypto("openClient: crypto", options.crypto);
  return new StudyClient(options);
}

const LIMIT_NAMES = ["epsilon", "delta", "localEpsilon", "reportEpsilon"] as const;

class StudyClient implements Client {
  readonly #options: Required<Omit<ClientOptions, "limits">>;
  readonly #limits: PersonalLimits;
  /** The study that was verified last. */
  #verified: OpenedStudy | undefined;

  constructor(options: ClientOptions) {
    this.#options = {
      send: (request) => fetch(request),
      allowTests: false,
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      clock: () => performance.now(),
      ...options,
      source: options.source ?? secureSource(),
      tasks: [surveyTask, ...checkArray("openClient: tasks", options.tasks ?? [])],
    };
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
    for (const name of LIMIT_NAMES)
      checkNumber(`openClient: limits.${name}`, this.#limits[name], RANGES.nonNegative);
  }

  async join({ url, study: id, credential }: Invitation): Promise<Study> {
    const { store, crypto, send, allowTests } = this.#options;
    const document = await getServed(send, `${url}/v1/studies/${id}`);
    const opened = await openStudyWith(crypto, document, (name, value) => this.#read(name, value));
    if (opened.id !== id) throw refusedStudy(opened.id, id);
    this.#verified = opened;
    const { study, signed } = opened;
    if ((study.admission === "credentials") !== (credential?.length === CREDENTIAL_BYTES))
      throw wrongCredential(study, credential);
    const hexadecimal = credential === undefined ? null : toHex(credential);
    await changeState(store, (state) => {
      if (Object.hasOwn(state.studies, id)) return stillIn(state, id);
      checkJoining(study, joinedStudies(state), this.#limits, allowTests);
      return withStudy(state, id, { url, signed, credential: hexadecimal, last: null, pending: null });
    });
    return study;
  }

  async takePart(id: string, input: ClientInput, signal?: AbortSignal): Promise<Participation> {
    const { store, source } = this.#options;
    const { joined, opened } = await this.#joined(id);
    if (joined.hasLeft) throw left(id);
    if (opened.study.purpose === "real" && !source.secure) throw seeded();
    const announced = await this.#current(joined, opened);
    if (joined.pending !== null) {
      const sent = await this.resume(id, signal);
      if (announced === undefined || sent.round === announced.announcement.round) return sent;
    }
    if (announced === undefined) return { round: 0, outcome: "none" };
    const { id: announcementId, announcement } = announced;
    const { round } = announcement;
    if (joined.last?.announcement === announcementId) return { round, outcome: "before" };
    const prepared = await this.#prepare(joined, opened, announcement, input);
    const { delaySeconds } = opened.study;
    const upload = await drawUpload(this.#options, { id, joined, announced, delaySeconds }, prepared);
    await changeState(store, (state) => {
      const now = stillIn(state, id).studies[id]!;
      if (now.last !== null && now.last.round >= round) throw repeated(round);
      const last = { round, announcement: announcementId };
      return withStudy(state, id, { ...now, last, pending: upload ?? null });
    });
    return upload === undefined ? { round, outcome: "absent" } : this.resume(id, signal);
  }

  #prepare(
    { url }: JoinedStudy,
    { id, study }: OpenedStudy,
    { round, weights }: Announcement,
    input: ClientInput,
  ): Promise<PreparedRound> {
    const { crypto, send } = this.#options;
    const fetched = (sha256: string) =>
      fetchWeights({ crypto, send, url: `${url}/v1/studies/${id}` }, sha256);
    return this.#taskOf("study", study).prepare(study, input, {
      number: round,
      weights,
      fetchWeights: fetched,
    });
  }

  #read(name: string, value: unknown): Study {
    return this.#taskOf(name, value).read(name, value);
  }

  /** @throws DpError BAD_INPUT no task of this client: it never guesses */
  #taskOf(name: string, study: unknown): ClientTask {
    const { task } = (study ?? {}) as Partial<Study>;
    const known = this.#options.tasks;
    const names = known.map((each) => each.task);
    const found = known.find((each) => each.task === task);
    if (found !== undefined) return found;
    throw wrongShape(`${name}.task`, task, `a task that this client was opened with: ${names.join(", ")}`);
  }

  async resume(id: string, signal?: AbortSignal): Promise<Participation> {
    const { store, send, clock } = this.#options;
    const wait = async (ms: number): Promise<void> => {
      await this.#options.wait(ms);
      stillIn(await readState(store), id);
    };
    const { joined, opened } = await this.#joined(id);
    const { pending, url } = joined;
    if (pending === null) return { round: joined.last?.round ?? 0, outcome: joined.last ? "before" : "none" };
    const { round, body, delayMs } = pending;
    await wait(delayMs);
    const patienceMs = 1000 * opened.study.windowSeconds - delayMs;
    const bytes = fromHex("body", body, body.length / 2);
    const path = `${url}/v1/studies/${id}/rounds/${round}/reports`;
    const outcome = await sendUpload(path, bytes, { send, wait, clock, patienceMs, signal });
    if (outcome !== "unsent") {
      await changeState(store, (state) => {
        const now = state.studies[id]!;
        return now.pending?.body === body ? withStudy(state, id, { ...now, pending: null }) : state;
      });
    }
    return { round, outcome };
  }

  async leave(id: string): Promise<void> {
    const { store } = this.#options;
    await changeState(store, (state) => {
      if (!Object.hasOwn(state.studies, id)) throw notJoined(id);
      const { url, signed, last } = state.studies[id]!;
      return withStudy(state, id, { url, signed, last, credential: null, pending: null, hasLeft: true });
    });
  }

  async standing(id: string): Promise<Standing | undefined> {
    const { studies } = await readState(this.#options.store);
    if (!Object.hasOwn(studies, id)) return undefined;
    const { last, pending, hasLeft = false } = studies[id]!;
    return { round: last?.round ?? 0, pending, hasLeft };
  }

  async spent(): Promise<PersonalSpent> {
    return personalSpent(joinedStudies(await readState(this.#options.store)));
  }

  async #joined(id: string): Promise<{ readonly joined: JoinedStudy; readonly opened: OpenedStudy }> {
    const { studies } = await readState(this.#options.store);
    const joined = Object.hasOwn(studies, id) ? studies[id] : undefined;
    if (joined === undefined) throw notJoined(id);
    return { joined, opened: await this.#open(joined) };
  }

  /** A study's signature is verified once for the same text. */
  async #open({ signed }: JoinedStudy): Promise<OpenedStudy> {
    const { payload, signature } = signed;
    const known = this.#verified;
    if (known?.signed.payload === payload && known.signed.signature === signature) return known;
    const { crypto } = this.#options;
    const opened = await openStudyWith(crypto, signed, (name, value) => this.#read(name, value));
    this.#verified = opened;
    return opened;
  }

  /** The open round; undefined where there is none. */
  async #current({ url, last }: JoinedStudy, opened: OpenedStudy) {
    const { crypto, send } = this.#options;
    const path = `${url}/v1/studies/${opened.id}/rounds/current`;
    const documents = await getServed(send, path).catch((error: unknown) => {
      if (error instanceof DpError && error.code === "NOT_FOUND") return undefined;
      throw error;
    });
    if (documents === undefined) return undefined;
    const announced = await readAnnounced(crypto, opened, documents);
    const isOld = last !== null && announced.announcement.round <= last.round;
    if (isOld && announced.id !== last.announcement) throw repeated(announced.announcement.round);
    return announced;
  }
}

function refusedStudy(value: string, id: string): DpError {
  const message = `join: the study must be ${id}, got ${value}; it is not the one that was consented to`;
  return new DpError("REFUSED", message, { parameter: "study", value, allowed: id });
}

function wrongCredential({ admission }: Study, value: Uint8Array | undefined): DpError {
  const allowed = admission === "open" ? "left out" : `${CREDENTIAL_BYTES} bytes`;
  return new DpError("BAD_INPUT", `join: credential must be ${allowed} in this study; ask its owner`, {
    parameter: "credential",
    value: value?.length,
    allowed,
  });
}

function seeded(): DpError {
  const message = "takePart: source must be secure, is seeded; seeds are for studies with the purpose test";
  return new DpError("REFUSED", message, { parameter: "source", value: "seeded", allowed: "secure" });
}

function repeated(value: number): DpError {
  const message = `announcement: its round must be later than the last one taken part in, got ${value}; nothing is sent`;
  return new DpError("REFUSED", message, { parameter: "announcement.round", value });
}

/** The state, in which the user has not left. */
function stillIn(state: ClientState, id: string): ClientState {
  if (state.studies[id]?.hasLeft) throw left(id);
  return state;
}

function left(value: string): DpError {
  const message = `client: study ${value} must not have been left, was; nothing is sent to it again`;
  return new DpError("REFUSED", message, { parameter: "study", value });
}

function notJoined(value: string): DpError {
  const message = `client: study ${value} must have been joined, was not; join it first`;
  return new DpError("NOT_FOUND", message, { parameter: "study", value });
}
