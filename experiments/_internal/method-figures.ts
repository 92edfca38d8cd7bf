import { guarantees } from "../../src/accounting/guarantees.js";
import type { ChartSeries } from "../../src/charts/line-chart.js";
import { STATUS_STROKE } from "../../src/charts/status-stroke.js";
import { formatDown, formatUp } from "../../src/privacy/format-number.js";
import type { Adjacency, Guarantee, MechanismEvent, Method } from "../../src/privacy/index.js";
import type { ResultTable } from "../experiment.js";

/** What is asked by each method, at each value of one parameter. */
export interface MethodFigures {
  /** The methods, and what the paper calls each or what it is here. */
  readonly methods: Partial<Readonly<Record<Method, string>>>;
  readonly values: readonly number[];
  readonly eventOf: (value: number) => MechanismEvent;
  readonly adjacency: Adjacency;
  readonly delta: number;
}

/** A method's figures by the parameter's value; a value to which it does not apply is left out. */
export interface MethodLine {
  readonly method: Method;
  readonly words: string;
  readonly figures: ReadonlyMap<number, Guarantee>;
}

/** The figures of every method that applies somewhere. */
export function methodFigures({ methods, values, eventOf, adjacency, delta }: MethodFigures): MethodLine[] {
  const asked = Object.entries(methods) as [Method, string][];
  return asked.flatMap(([method, words]) => {
    const figures = new Map<number, Guarantee>();
    for (const value of values) {
      const [figure] = guarantees(eventOf(value), { adjacency, delta, method }).guarantees;
      if (figure !== undefined) figures.set(value, figure);
    }
    return figures.size === 0 ? [] : [{ method, words, figures }];
  });
}

/** A line's stroke says what its figures are worth. */
export function seriesOf({ method, words, figures }: MethodLine): ChartSeries {
  const last = [...figures.values()].at(-1)!;
  const lower = last.side === "lower";
  return {
    name: `${words}: ${method} (${lower ? "lower bound, " : ""}${last.status})`,
    stroke: STATUS_STROKE[last.status],
    ...(lower && { hollow: true }),
    points: [...figures].map(([x, figure]) => ({ x, y: endOf(figure) })),
    last: lower ? formatDown(endOf(last)) : formatUp(endOf(last)),
  };
}

/** The figures, a column for each method that says its status. */
export function tableOf(title: string, parameter: string, lines: readonly MethodLine[]): ResultTable {
  const values = [...new Set(lines.flatMap(({ figures }) => [...figures.keys()]))].sort((a, b) => a - b);
  return {
    title,
    columns: [
      parameter,
      ...lines.map(({ method, words, figures }) => {
        const { side, status } = [...figures.values()][0]!;
        return side === "lower"
          ? ({ title: `${words}: ${method} (lower bound, ${status})`, rounded: "down" } as const)
          : ({ title: `${words}: ${method} (${status})`, rounded: "up" } as const);
      }),
    ],
    rows: values.map((value) => [
      value,
      ...lines.map(({ figures }) => {
        const figure = figures.get(value);
        return figure === undefined ? null : endOf(figure);
      }),
    ]),
  };
}

function endOf({ side, epsilon }: Guarantee): number {
  return side === "lower" ? epsilon.lower : epsilon.upper;
}
