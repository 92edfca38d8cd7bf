import type { Claim } from "../../privacy/index.js";
import type { Bearing } from "./bearing.js";
import { ROUND_ROWS } from "./kinds/registry.js";
import { REPORT_ROWS } from "./reports/registry.js";
import type { Report, Round } from "./round.js";

type Fields = Readonly<Record<string, number | undefined>>;

/**
 * A round that spends no less than either of two that are alike, for an upper end, or no more, for a lower
 * one.
 */
export function standIn(side: Claim["side"], one: Round, other: Round): Round {
  const { bearings, join } = ROUND_ROWS[one.kind];
  const report = joined(
    side,
    REPORT_ROWS[one.report.kind].bearings,
    one.report as never,
    other.report as never,
  );
  const counts =
    join?.(side, one as never, other as never) ?? joined(side, bearings, one as never, other as never);
  return { ...one, ...counts, report: report as unknown as Report } as Round;
}

/** Of each size the one that spends more, or less; what follows is taken from where the first size is. */
function joined(
  side: Claim["side"],
  bearings: Readonly<Record<string, Bearing>>,
  one: Fields,
  other: Fields,
): Fields {
  const takesOther = ([name, bearing]: readonly [string, Bearing]): boolean => {
    const rise = (other[name] ?? 0) - (one[name] ?? 0);
    return (bearing === "more") === (side === "upper") ? rise > 0 : rise < 0;
  };
  const sizes = sizesOf(bearings).filter(([name]) => one[name] !== undefined || other[name] !== undefined);
  const lead = sizes[0] !== undefined && takesOther(sizes[0]) ? other : one;
  const taken = sizes.map((size) => [size[0], (takesOther(size) ? other : one)[size[0]]] as const);
  return { ...lead, ...Object.fromEntries(taken) };
}

/** The fields of which more is more, or less. */
export function sizesOf(
  bearings: Readonly<Record<string, Bearing>>,
): readonly (readonly [string, Bearing])[] {
  return Object.entries(bearings).filter(([, bearing]) => bearing === "more" || bearing === "less");
}
