import { setTimeout as sleep } from "node:timers/promises";
import { DpError } from "../../../../src/errors.js";
import type { Analyzer, RoundProgress } from "../../../../src/federated/analyzer/analyzer.js";
import { ALL_CHARGED } from "../../../../src/federated/analyzer/announce-round.js";
import { openAnalyzer } from "../../../../src/federated/analyzer/open-analyzer.js";
import { type ShufflerDoor, shufflerDoor } from "../../../../src/federated/analyzer/shuffler-door.js";
import type { Opening } from "../../../../src/federated/messages/documents.js";
import type { SignedDocument } from "../../../../src/federated/messages/signed-document.js";
import { nodeCrypto } from "../../../../src/federated/node/index.js";
import { nextLookMs } from "../../../../src/federated/study/closing.js";
import type { Study } from "../../../../src/federated/study/study.js";
import { VERSION } from "../commands/create-server-program.js";
import { steadyFetch } from "../http/steady-fetch.js";
import { masterKeys } from "../keys/master-keys.js";
import { rotateMasterKey } from "../keys/rotate-master-key.js";
import { readSigningKeys } from "../keys/signing-keys.js";
import type { AnalyzerState } from "../observe/analyzer-state.js";
import { ledgerHead } from "../observe/ledger-head.js";
import { lockAnalyzer } from "../stores/analyzer-lock.js";
import { type OpenAnalyzerStore, openSqliteAnalyzerStore } from "../stores/open-sqlite-analyzer-store.js";
import { leaveRun } from "../study/leave-run.js";
import { readWeightsFile } from "../study/read-weights-file.js";
import { type CryptoPool, openCryptoPool } from "../threads/crypto-pool.js";
import type { Alarm } from "./alarm.js";

/** What an analyzer runs with; all of it can be sent to a thread. */
export interface AnalyzerRoleOptions {
  /** Its id. */
  readonly study: string;
  readonly signed: SignedDocument;
  /** File of the signing key. */
  readonly keyFile: string;
  /** Folder of the master keys. */
  readonly masters: string;
  readonly database: string;
  readonly head: string;
  /** The shuffler's private listener. */
  readonly shuffler: { readonly url: string; readonly token: string };
  /** `always`: a round opens when the one before is over; `asked`: when somebody asks for one. */
  readonly opens: "always" | "asked";
  /** The master key is replaced when it is older. */
  readonly rotateHours: number;
  /** File of a training's first weights. */
  readonly weights?: string | undefined;
  /** Folder in which a training leaves its run. */
  readonly out?: string | undefined;
}

/** What an analyzer tells while it runs. */
export type AnalyzerNews =
  | { readonly kind: "progress"; readonly progress: RoundProgress; readonly closesAt?: number }
  /** All rounds of the study are charged, or the budget is spent. */
  | { readonly kind: "finished"; readonly reason: string }
  /** It goes on, and tries again. */
  | { readonly kind: "failed"; readonly code: string; readonly reason: string }
  | AnalyzerState
  | { readonly kind: "rotated"; readonly keys: number };

/** How an analyzer is led. */
export interface AnalyzerLead {
  readonly signal: AbortSignal;
  readonly alarm: Alarm;
  /** Whether somebody asked for a round since the last call. */
  wasAsked(): boolean;
  tell(news: AnalyzerNews): void;
}

const RETRY_MS = 1_000;
const HOUR_MS = 3_600_000;
/** What is for a person to mend: trying again would not help. */
const FATAL = ["LEDGER_BEHIND", "DATA_UNREADABLE", "BAD_SIGNATURE", "BAD_INPUT", "NOT_AUTHORIZED"];

/**
 * Charges rounds, announces them, opens their batches and publishes, until it is stopped.
 *
 * @throws DpError LEDGER_BEHIND a backup was restored; DATA_UNREADABLE a file is damaged; NOT_AUTHORIZED the
 *   token is wrong; STORE_UNAVAILABLE another analyzer runs on this store
 */
export async function runAnalyzer(options: AnalyzerRoleOptions, lead: AnalyzerLead): Promise<void> {
  const store = openSqliteAnalyzerStore(options);
  const pool = openCryptoPool();
  let unlock: (() => void) | undefined;
  try {
    unlock = lockAnalyzer(options.database);
    store.checkHeads();
    const run = new AnalyzerRun(options, lead, store, pool);
    while (!lead.signal.aborted) await run.turn();
  } finally {
    await pool.shut();
    unlock?.();
    store.shut();
  }
}

/** Whether no round of a study is to come; the shuffler refuses one for other reasons too. */
function isOver({ code, details }: DpError): boolean {
  return code === "BUDGET_EXCEEDED" || (code === "REFUSED" && details.parameter === ALL_CHARGED);
}

class AnalyzerRun {
  readonly #options: AnalyzerRoleOptions;
  readonly #lead: AnalyzerLead;
  readonly #store: OpenAnalyzerStore;
  readonly #pool: CryptoPool;
  #isAsked = false;
  #isFinished = false;
  #told = "";
  /** The last round after which the run's folder was written. */
  #left: number | undefined;

  constructor(options: AnalyzerRoleOptions, lead: AnalyzerLead, store: OpenAnalyzerStore, pool: CryptoPool) {
    this.#options = options;
    this.#lead = lead;
    this.#store = store;
    this.#pool = pool;
  }

  /** One look at the round, what is to do, and a sleep. */
  async turn(): Promise<void> {
    const { signal, alarm } = this.#lead;
    try {
      await alarm.sleepUntil(await this.#work(), signal);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof DpError && FATAL.includes(error.code)) throw error;
      const [code, reason] =
        error instanceof DpError ? [error.code, error.message] : ["UNKNOWN", String(error)];
      this.#lead.tell({ kind: "failed", code, reason });
      await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** @returns until when there is nothing to do, milliseconds since 1970 */
  async #work(): Promise<number> {
    const { study, opens } = this.#options;
    const analyzer = await this.#open();
    await this.#rotate(analyzer);
    let progress = await analyzer.advance(study, this.#lead.signal);
    await this.#tell(progress);
    await this.#leave(analyzer, progress);
    if (this.#lead.wasAsked()) this.#isAsked = true;
    const wants = !this.#isFinished && (opens === "always" || this.#isAsked);
    if (progress.stage !== "collecting" && wants) {
      progress = (await this.#announce(analyzer)) ?? progress;
      await this.#tell(progress);
    }
    await this.#compare();
    const closesAt = await this.#closesAt(progress);
    if (closesAt === undefined) return Date.now() + HOUR_MS;
    const look = Date.now() + nextLookMs(this.#study());
    return Math.max(Math.min(closesAt, look), Date.now() + RETRY_MS);
  }

  /** As it was verified when this process started. */
  #study(): Study {
    return JSON.parse(this.#options.signed.payload) as Study;
  }

  /** Anew at each turn: a rotation by another process changes the master keys. */
  #open(): Promise<Analyzer> {
    const { study, signed, keyFile, masters, shuffler, weights } = this.#options;
    return openAnalyzer({
      weights: weights === undefined ? {} : { [study]: readWeightsFile(weights) },
      studies: [signed],
      keys: readSigningKeys(keyFile),
      masters: masterKeys(masters).all(),
      store: this.#store,
      crypto: nodeCrypto(),
      door: shufflerDoor(shuffler.url, shuffler.token, steadyFetch),
      openRecords: this.#pool.openRecords,
      version: `croupier-server ${VERSION}`,
    });
  }

  /** The run's folder, once for each published round, and at the start. */
  async #leave(analyzer: Analyzer, { round, stage }: RoundProgress): Promise<void> {
    const { out, study: id } = this.#options;
    const study = this.#study();
    if (out === undefined || study.task !== "training" || stage === "collecting") return;
    if (this.#left === round) return;
    await leaveRun({ folder: out, id, study, analyzer, store: this.#store });
    this.#left = round;
  }

  async #announce(analyzer: Analyzer): Promise<RoundProgress | undefined> {
    try {
      const progress = await analyzer.announce(this.#options.study);
      this.#isAsked = false;
      return progress;
    } catch (error) {
      if (!(error instanceof DpError && isOver(error))) throw error;
      this.#isFinished = true;
      this.#lead.tell({ kind: "finished", reason: error.message });
      return undefined;
    }
  }

  async #rotate(analyzer: Analyzer): Promise<void> {
    const keys = masterKeys(this.#options.masters);
    if (Date.now() - keys.age() < HOUR_MS * this.#options.rotateHours) return;
    const count = await rotateMasterKey(analyzer, keys);
    this.#lead.tell({ kind: "rotated", keys: count });
  }

  async #tell(progress: RoundProgress): Promise<void> {
    const key = `${progress.round} ${progress.stage}`;
    if (key === this.#told) return;
    this.#told = key;
    const closesAt = await this.#closesAt(progress);
    this.#lead.tell({ kind: "progress", progress, ...(closesAt !== undefined && { closesAt }) });
  }

  async #closesAt({ round, stage }: RoundProgress): Promise<number | undefined> {
    if (stage !== "collecting") return undefined;
    const text = await this.#store.document(this.#options.study, round, "opening");
    if (text === undefined) return Date.now();
    return (JSON.parse((JSON.parse(text) as SignedDocument).payload) as Opening).closesAt;
  }

  /** Both ends of the ledger, for the metrics. */
  async #compare(): Promise<void> {
    const { shuffler, masters } = this.#options;
    const { population } = this.#study();
    const own = await this.#store.length(population);
    const [last] = own === 0 ? [] : await this.#store.entries(population, own - 1);
    const head = await ledgerHead(last);
    const door = shufflerDoor(shuffler.url, shuffler.token, steadyFetch);
    const { length: copy } = await door.ledger(population, own);
    const isCopied = copy === 0 || (await this.#isCopied(door, population, copy));
    this.#lead.tell({ kind: "state", own, head, copy, isCopied, masterSince: masterKeys(masters).age() });
  }

  async #isCopied(door: ShufflerDoor, population: string, copy: number): Promise<boolean> {
    const [own] = await this.#store.entries(population, copy - 1);
    const { entries } = await door.ledger(population, copy - 1);
    return own !== undefined && own === entries[0];
  }
}
