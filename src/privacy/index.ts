/**
 * The vocabulary: mechanism events, adjacencies, and the claims that privacy figures make. No mathematics
 * here.
 *
 * @module croupier-dp/privacy
 */
export { DpError, type DpErrorCode, type DpErrorDetails } from "../errors.js";
export { ADJACENCIES, type Adjacency } from "./adjacency.js";
export { type Assumption, describeAssumption } from "./assumption.js";
export type { Claim } from "./claim.js";
export { describeGuarantee } from "./describe-guarantee.js";
export * from "./event-constructors.js";
export type { Bracket, DeltaGuarantee, Guarantee } from "./guarantee.js";
export type * from "./mechanism-event.js";
export { ACCOUNTING_METHODS, type AccountingMethod, METHODS, type Method } from "./method.js";
export { readEvent } from "./read-event.js";
export { sensitivityToClip } from "./sensitivity-to-clip.js";
export { STATUSES, type Status } from "./status.js";
