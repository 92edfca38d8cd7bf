import { type RoundsQuery, roundsSeries } from "../../../apps/shared/account/rounds-series.js";
import type { ChartSeries } from "../../../src/charts/line-chart.js";
import type { MechanismEvent, Method } from "../../../src/privacy/index.js";

/** Epsilon against rounds by the methods named, each with words of its own. */
export function methodLines(
  round: MechanismEvent,
  rounds: readonly number[],
  query: Omit<RoundsQuery, "method">,
  methods: Partial<Record<Method, string>>,
): ChartSeries[] {
  return Object.entries(methods).flatMap(([method, words]) =>
    roundsSeries(round, rounds, { ...query, method: method as Method }).map((line) => ({
      ...line,
      name: `${words}: ${line.name}`,
    })),
  );
}
