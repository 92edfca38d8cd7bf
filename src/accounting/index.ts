/** Privacy accounting: events in, guarantees with their worth out. Runs unchanged in a browser. */
export {
  type GuaranteesOptions,
  type GuaranteesReport,
  guarantees,
  type NotApplicable,
} from "./guarantees.js";
