/**
 * The toolkit's namespaces; each is also a sub-path export, e.g. `croupier-dp/accounting`.
 *
 * @module croupier-dp
 */
export * as accounting from "./accounting/index.js";
export * as analytics from "./analytics/index.js";
export { DpError, type DpErrorCode, type DpErrorDetails } from "./errors.js";
export * as mechanisms from "./mechanisms/index.js";
export * as privacy from "./privacy/index.js";
export * as random from "./random/index.js";
