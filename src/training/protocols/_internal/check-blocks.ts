import type { BlocksAndDummies, DummiesBy, Joins } from "../../../privacy/kinds/blocks-and-dummies.js";
import { checkNumber, checkOneOf, DOMAIN, RANGES } from "../../../validate.js";
import type { ClipRule } from "../../gradients/clip-rule.js";
import { type BlockOptions, DUMMIES_BY, type DummyOptions, JOINS } from "../shuffle-options.js";
import { sumClip } from "./sum-clip.js";

/** Dummies as options have them, defaults filled in. */
export function checkDummies(
  name: string,
  { dummies = 0, dummiesBy = "shuffler" }: DummyOptions,
): Required<DummyOptions> & { readonly dummies: number; readonly dummiesBy: DummiesBy } {
  return {
    dummies: checkNumber(`${name}: dummies`, dummies, { ...DOMAIN.count, min: 0 }),
    dummiesBy: checkOneOf(`${name}: dummiesBy`, dummiesBy, DUMMIES_BY),
  };
}

/** Blocks and dummies as options have them, defaults filled in. */
export interface CheckedBlocks {
  readonly blocks: number;
  readonly joins: Joins;
  readonly rotationSeed: number;
  readonly rotationColumns: number;
  readonly dummies: number;
  readonly dummiesBy: DummiesBy;
}

/**
 * @throws DpError OUT_OF_RANGE the number of blocks is no power of two, or a number is outside its range;
 * BAD_INPUT nobody of that name adds dummies
 */
export function checkBlocks(name: string, options: BlockOptions): CheckedBlocks {
  const { blocks = 1, rotationSeed = 0, rotationColumns = 1 } = options;
  const count = checkNumber(`${name}: blocks`, blocks, RANGES.positiveInteger);
  const next = 2 ** Math.ceil(Math.log2(count));
  const advice = `${count} is no power of two; take ${next}`;
  return {
    blocks: next === count ? count : checkNumber(`${name}: blocks`, count, { min: next, advice }),
    joins: checkOneOf(`${name}: joins`, options.joins ?? "once", JOINS),
    rotationSeed: checkNumber(`${name}: rotationSeed`, rotationSeed, RANGES.nonNegativeInteger),
    rotationColumns: checkNumber(`${name}: rotationColumns`, rotationColumns, RANGES.positiveInteger),
    ...checkDummies(name, options),
  };
}

/** What an event says of them. */
export function eventFields({
  blocks = 1,
  joins = "once",
  dummies,
  dummiesBy,
}: Partial<CheckedBlocks>): BlocksAndDummies {
  return {
    ...(blocks > 1 ? { blocks } : {}),
    ...(blocks > 1 && joins !== "once" ? { joins } : {}),
    ...(dummies !== undefined && dummies > 0 ? { dummies } : {}),
    ...(dummies !== undefined && dummies > 0 && dummiesBy === "users" ? { dummiesBy } : {}),
  };
}

/** Whether each block of a user has a coin or a sample of its own. */
export function joinsByBlock({ blocks, joins }: CheckedBlocks): boolean {
  return blocks > 1 && joins === "per-block";
}

/**
 * How gradients of Gaussian reports are clipped, rounding covered: see `sumClip`, whose reasons are each
 * block's.
 */
export function blockClip(
  clipBound: number,
  { blocks, rotationSeed, rotationColumns }: CheckedBlocks,
): Exclude<ClipRule, { readonly norm: "none" }> {
  const whole = sumClip(clipBound);
  if (blocks === 1) return whole;
  return { norm: "l2-blocks", bound: whole.bound, blocks, rotationSeed, rotationColumns };
}
