/**
 * The toolkit's rooms as namespaces; each is also a sub-path export, e.g. `croupier-dp/accounting`.
 *
 * @module croupier-dp
 */
export * as accounting from "./accounting/index.js";
export * as analytics from "./analytics/index.js";
export * as auditing from "./auditing/index.js";
export * as background from "./background/index.js";
export { DpError, type DpErrorCode, type DpErrorDetails } from "./errors.js";
export * as federated from "./federated/index.js";
export * as mechanisms from "./mechanisms/index.js";
export * as privacy from "./privacy/index.js";
export * as random from "./random/index.js";
export * as training from "./training/index.js";
export * as models from "./training/models/index.js";
export * as safetensors from "./training/safetensors/index.js";
export * as text from "./training/text/index.js";
