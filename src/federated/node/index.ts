/**
 * What servers of a federation use of Node.
 *
 * @module croupier-dp/federated/node
 */
export { nodeCrypto } from "./node-crypto.js";
