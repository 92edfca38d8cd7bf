import { DpError } from "../../errors.js";
import type { CryptoProvider, KeyPair } from "../crypto/crypto-provider.js";
import { notFound } from "../messages/router.js";
import type { OpenedStudy } from "../study/open-study.js";
import type { MasterKey } from "./analyzer.js";
import type { AnalyzerStore } from "./analyzer-store.js";
import type { FederationAccounting } from "./federation-accounting.js";
import type { OpenRecords } from "./open-records.js";
import type { ShufflerDoor } from "./shuffler-door.js";

/** What the analyzer's parts share. */
export interface AnalyzerContext {
  readonly crypto: CryptoProvider;
  readonly store: AnalyzerStore;
  readonly keys: KeyPair;
  readonly door: ShufflerDoor;
  readonly openRecords: OpenRecords;
  readonly accounting: FederationAccounting;
  /** By id. */
  readonly studies: ReadonlyMap<string, OpenedStudy>;
  /** First weights of trainings: safetensors files, by study. */
  readonly weights: Readonly<Record<string, Uint8Array>>;
  /** The first wraps; the others may be needed after an unfinished rotation. */
  masters(): readonly MasterKey[];
  readonly version: string;
}

/** @throws DpError NOT_FOUND */
export function studyOf({ studies }: AnalyzerContext, id: string): OpenedStudy {
  const found = studies.get(id);
  if (found === undefined) throw notFound("study", "the id of a study of this analyzer");
  return found;
}

/** Another analyzer wrote first. */
export function ledgerMoved(ledger: string): DpError {
  const message = `ledger ${ledger}: must be as it was read, another analyzer wrote first; stop one of the two`;
  return new DpError("LEDGER_MOVED", message, { parameter: "ledger", value: ledger });
}
