/**
 * What servers of a federation use of Node.
 *
 * @module croupier-dp/federated/node
 */
export { DpError, type DpErrorCode, type DpErrorDetails } from "../../errors.js";
export { nodeCrypto } from "./node-crypto.js";
