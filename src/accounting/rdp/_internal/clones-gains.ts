import { LogSum } from "../../../numerics/log-sum.js";
import { clonesNodes } from "../../clones/clones-nodes.js";
import { clonesShift } from "../../clones/clones-pair.js";
import { orderOfLogMoment } from "../../clones/laplace-candidates.js";
import type { LocalReports } from "../../clones/local-reports.js";
import { mergedNodes } from "../../clones/merged-nodes.js";
import { responsePair } from "../../clones/response-pair.js";
import type { GainsAboveOne } from "./gains-above-one.js";
import { tablesUpTo } from "./tables-up-to.js";

/** Log-moments (about) up to which nodes are prepared: beyond the last, no delta in doubles needs the order. */
const LOG_MOMENTS = [16, 800];
const LEAST_REACH = 64;
/** Nodes are merged on a grid of so many to a deviation of the log-ratio, which raises its variance by 1 / (6 * 64^2). */
const RESOLUTION = 64;

/** The clones pair of shuffled pure local reports, rounded up: it is symmetric, and dominates every pair of neighbours. */
export function clonesGains(reports: LocalReports): GainsAboveOne {
  const pair = responsePair(reports);
  const shift = clonesShift(pair);
  const reaches = LOG_MOMENTS.map((logMoment) =>
    Math.max(LEAST_REACH, Math.ceil(orderOfLogMoment(pair, logMoment))),
  );
  const nodesFor = tablesUpTo(reaches, (reach) => {
    const { logMasses, excesses } = mergedNodes(clonesNodes(pair, reach), shift / RESOLUTION);
    return { logMasses, logRatios: excesses.map(Math.log1p) };
  });
  return {
    logExpectation: (logF, order) => {
      const nodes = nodesFor(order);
      if (nodes === undefined) return Infinity;
      const sum = new LogSum();
      nodes.logRatios.forEach((logRatio, i) => {
        sum.add(nodes.logMasses[i]! + logF(logRatio));
      });
      return sum.log;
    },
  };
}
