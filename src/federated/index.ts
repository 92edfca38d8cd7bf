/**
 * A federation: users' clients, a shuffler and an analyzer, each on its own machine, so that a privacy figure
 * is enforced and not only computed. Runs unchanged in a browser. Docs: docs/threat-model.md.
 *
 * An owner makes a study (`makeStudy`, `studyFigures`, `signDocument`); users take part (`openClient`);
 * `openShuffler` collects, adds dummies, orders and freezes; `openAnalyzer` charges before it can open
 * anything. Parties speak by `(Request) => Promise<Response>`, and keep what they must in a small store:
 * those here are in memory. Studies that train a model are made and taken part in with
 * `croupier-dp/federated/training`. For servers, `croupier-dp/federated/node` has faster cryptography.
 *
 * @module croupier-dp/federated
 */
export { DpError, type DpErrorCode, type DpErrorDetails } from "../errors.js";
export type * from "./analyzer/analyzer.js";
export type * from "./analyzer/analyzer-store.js";
export { ACCOUNTING_HERE, type FederationAccounting } from "./analyzer/federation-accounting.js";
export { memoryAnalyzerStore } from "./analyzer/memory-analyzer-store.js";
export { type AnalyzerOptions, openAnalyzer } from "./analyzer/open-analyzer.js";
export type * from "./analyzer/open-records.js";
export { openRecordsHere } from "./analyzer/open-records-here.js";
export { type ShufflerDoor, shufflerDoor } from "./analyzer/shuffler-door.js";
export type * from "./client/client.js";
export type { PendingUpload } from "./client/client-state.js";
export type { ClientStore } from "./client/client-store.js";
export type * from "./client/client-task.js";
export {
  type IndexedDbClientStoreOptions,
  type IndexedDbFactory,
  indexedDbClientStore,
} from "./client/indexed-db-client-store.js";
export { memoryClientStore } from "./client/memory-client-store.js";
export { type ClientOptions, openClient } from "./client/open-client.js";
export { DEFAULT_LIMITS, type PersonalLimits, type PersonalSpent } from "./client/personal-limits.js";
export type { UploadOutcome } from "./client/send-upload.js";
export type * from "./crypto/crypto-provider.js";
export { webCrypto } from "./crypto/web-crypto.js";
export type { Problem } from "./messages/answers.js";
export { canonicalJson, readCanonicalJson } from "./messages/canonical-json.js";
export type * from "./messages/documents.js";
export type { Handler } from "./messages/handler.js";
export { fromHex, toHex } from "./messages/hex.js";
export {
  type DocumentType,
  documentId,
  openDocument,
  type SignedDocument,
  signDocument,
} from "./messages/signed-document.js";
export type { AdversaryFigure, StudyFigures } from "./messages/study-figures.js";
export { dummiesHere } from "./shuffler/dummies.js";
export type * from "./shuffler/make-dummies.js";
export { memoryShufflerStore } from "./shuffler/memory-shuffler-store.js";
export type { AnnouncedRound } from "./shuffler/open-announced-round.js";
export { openShuffler, type ShufflerOptions } from "./shuffler/open-shuffler.js";
export type { RoundDocuments } from "./shuffler/round-documents.js";
export type { Shuffler } from "./shuffler/shuffler.js";
export type * from "./shuffler/shuffler-store.js";
export { checkStudyBudget } from "./study/check-study-budget.js";
export { makeStudy, type StudyOptions } from "./study/make-study.js";
export { type OpenedStudy, openStudy } from "./study/open-study.js";
export { readStudy } from "./study/read-study.js";
export type { ChargedRounds, SpentQuery } from "./study/spent.js";
export type * from "./study/study.js";
export { studyFigures } from "./study/study-figures.js";
export type { Answers } from "./study/survey-slots.js";
