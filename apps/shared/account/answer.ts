import type { NotApplicable } from "../../../src/accounting/index.js";
import type { LineChart } from "../../../src/charts/line-chart.js";
import type { Method } from "../../../src/privacy/index.js";
import type { Layout } from "../words/layout.js";
import type { Adjacencies } from "./ask-each.js";

/** Hears which method is at work, for some take seconds. */
export type OnMethod = (method: Method) => void;

/** Under what a question is answered, and how. */
export interface Question {
  readonly adjacencies: Adjacencies;
  /** The one method that was named, and whom to tell which method is at work. */
  readonly choice: { readonly method?: Method; readonly onMethod?: OnMethod };
}

/** The answer to a question about an event, for a script, a person and a chart. */
export interface Answer {
  readonly json: object;
  /** The same for a person. */
  readonly text: (layout: Layout) => string;
  /** The same as a chart. */
  readonly plot?: () => LineChart;
  /** Why no figure applies, where none does. */
  readonly nothing?: readonly NotApplicable[];
}
