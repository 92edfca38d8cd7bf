/**
 * Accounting on a thread of its own, so that a page or a server answers meanwhile: a Web Worker in a page, a
 * worker thread in Node.
 *
 * @module croupier-dp/background
 */
export { DpError, type DpErrorCode, type DpErrorDetails } from "../errors.js";
export {
  type BackgroundAccountant,
  type BackgroundAccountantOptions,
  type BackgroundOptions,
  openBackgroundAccountant,
} from "./open-background-accountant.js";
