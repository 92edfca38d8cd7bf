/**
 * Accounting on a thread of its own, so that a page or a server answers meanwhile: a Web Worker in a page, a worker thread in Node.
 *
 * @module croupier-dp/background
 */
export {
  type BackgroundAccountant,
  type BackgroundOptions,
  openBackgroundAccountant,
} from "./open-background-accountant.js";
