import { LogSum } from "../../../numerics/log-sum.js";
import { clonesNodes } from "../../theorems/_internal/clones-nodes.js";
import { clonesShift } from "../../theorems/_internal/clones-pair.js";
import type { LocalReports } from "../../theorems/_internal/local-reports.js";
import { responsePair } from "../../theorems/_internal/response-pair.js";
import { byReach } from "./by-reach.js";
import type { GainsAboveOne } from "./gains-above-one.js";

/** Log-moments (about) up to which nodes are prepared: beyond the last, no delta in doubles needs the order. */
const LOG_MOMENTS = [2, 16, 64, 256];

/** The clones pair of shuffled pure local reports, rounded up: it is symmetric, and dominates every pair of neighbours. */
export function clonesGains(reports: LocalReports): GainsAboveOne {
  const shift = clonesShift(responsePair(reports));
  const reaches = LOG_MOMENTS.map((logMoment) => 64 + Math.ceil(Math.sqrt(2 * logMoment) / shift));
  const nodesFor = byReach(reaches, (reach) => nodesAboveOne(reports, reach));
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

function nodesAboveOne(reports: LocalReports, maxOrder: number): Nodes {
  const { logMasses, excesses } = clonesNodes(responsePair(reports), maxOrder);
  const above = (_: number, i: number): boolean => excesses[i]! > 0;
  return { logMasses: logMasses.filter(above), logRatios: excesses.filter(above).map(Math.log1p) };
}

interface Nodes {
  readonly logMasses: Float64Array;
  readonly logRatios: Float64Array;
}
