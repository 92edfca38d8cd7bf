import { type RandomSource, sampleSubset, sampleUniform } from "../../../random/index.js";
import { drawBinomial } from "./draw-binomial.js";

/** Who sends a report. */
export interface Attendance {
  /** Users there are. */
  readonly users: number;
  /** Others by what they hold. */
  readonly groups: readonly number[];
  /** Writes how many of each group of the others send one; true where the changed user does. */
  draw(source: RandomSource, others: number[]): boolean;
}

/** Everybody. */
export function everybody(groups: readonly number[]): Attendance {
  const users = usersOf(groups);
  return {
    users,
    groups,
    draw: (_, others) => {
      for (let group = 0; group < groups.length; group++) others[group] = groups[group]!;
      return true;
    },
  };
}

/** A number of users, drawn without replacement. */
export function drawn(groups: readonly number[], sampled: number): Attendance {
  const users = usersOf(groups);
  return {
    users,
    groups,
    draw: (source, others) => {
      const isThere = sampleUniform(source) * users < sampled;
      const rest = isThere ? sampled - 1 : sampled;
      if (groups.length === 1) others[0] = rest;
      else countGroups(sampleSubset(source, users - 1, rest), groups, others);
      return isThere;
    },
  };
}

/** Each by itself with one probability. */
export function checkedIn(groups: readonly number[], rate: number): Attendance {
  return {
    users: usersOf(groups),
    groups,
    draw: (source, others) => {
      for (let group = 0; group < groups.length; group++) {
        others[group] = drawBinomial(source, groups[group]!, rate);
      }
      return sampleUniform(source) < rate;
    },
  };
}

function usersOf(groups: readonly number[]): number {
  return groups.reduce((sum, size) => sum + size, 1);
}

/** Users are numbered group by group. */
function countGroups(members: Uint32Array, groups: readonly number[], counts: number[]): void {
  counts.fill(0);
  let group = 0;
  let end = groups[0]!;
  for (const member of members) {
    while (member >= end) end += groups[++group]!;
    counts[group]! += 1;
  }
}
