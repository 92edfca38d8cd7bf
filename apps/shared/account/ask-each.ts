import type { NotApplicable } from "../../../src/accounting/index.js";
import type { Adjacency } from "../../../src/privacy/index.js";

/** What a question about figures is answered with under one adjacency. */
export interface FiguresReport<Figure> {
  readonly guarantees: readonly Figure[];
  readonly notApplicable: readonly NotApplicable[];
}

/** Under which an answer is given: the first one always, the others where a figure applies. */
export type Adjacencies = readonly [Adjacency, ...Adjacency[]];

/** A report with the adjacency that it is about. */
export type Under<Report> = Report & { readonly adjacency: Adjacency };

/** The answers by adjacency: the first one's, then those of the others under which a figure applies. */
export function askEach<Report extends FiguresReport<unknown>>(
  adjacencies: Adjacencies,
  ask: (adjacency: Adjacency) => Report,
): readonly [Under<Report>, ...Under<Report>[]] {
  const [first, ...others] = adjacencies;
  const answered = (adjacency: Adjacency): Under<Report> => ({ adjacency, ...ask(adjacency) });
  return [answered(first), ...others.map(answered).filter(({ guarantees }) => guarantees.length > 0)];
}

/** The first answer's keys, and the others under a key of their own. */
export function jsonOfEach([first, ...others]: readonly object[]): object {
  return { ...first, ...(others.length === 0 ? {} : { otherAdjacencies: others }) };
}

/** The reasons, where no figure applies under any adjacency. */
export function nothingOf(reports: readonly FiguresReport<unknown>[]): {
  readonly nothing?: readonly NotApplicable[];
} {
  if (reports.some(({ guarantees }) => guarantees.length > 0)) return {};
  return { nothing: reports[0]!.notApplicable };
}
