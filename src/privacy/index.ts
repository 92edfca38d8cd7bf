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
export type { Absentees, BlocksAndDummies, DummiesBy, Joins } from "./kinds/blocks-and-dummies.js";
export type { DiscreteChannelEvent } from "./kinds/discrete-channel-kind.js";
export type { DummyCountsEvent, DummyTotal } from "./kinds/dummy-counts-kind.js";
export type { GaussianByClip, GaussianBySensitivity, GaussianEvent } from "./kinds/gaussian-kind.js";
export type { GaussianScalarEvent } from "./kinds/gaussian-scalar-kind.js";
export type { LaplaceScalarEvent } from "./kinds/laplace-scalar-kind.js";
export type { LocalEvent } from "./kinds/local-kind.js";
export type { RandomizedResponseEvent } from "./kinds/randomized-response-kind.js";
export type { SubsetResponseEvent } from "./kinds/subset-response-kind.js";
export type * from "./mechanism-event.js";
export { ACCOUNTING_METHODS, type AccountingMethod, METHODS, type Method } from "./method.js";
export { readEvent } from "./read-event.js";
export { sensitivityToClip } from "./sensitivity-to-clip.js";
export { STATUSES, type Status } from "./status.js";
