import type { Dice } from "./dice.js";

/** How one file writes its numbers. */
export interface NumberStyle {
  readonly decimal: "." | ",";
  /** The sign between groups of three digits, as `--thousands` takes it; none where there is no grouping. */
  readonly thousands: "comma" | "point" | "space" | "apostrophe" | "none";
  /** With how many digits grouping begins: 12 345, but 1234, in some languages. */
  readonly groupedFrom: 4 | 5;
}

/** What numbers of one column have in common. */
export interface NumberShape {
  /** Digits before the decimal sign: at most, or in all numbers, where a sign could stand for either. */
  readonly whole: number;
  readonly isFixed: boolean;
  /** Digits behind it; undefined where they vary. */
  readonly decimals: number | undefined;
  readonly negative: boolean;
}

const SIGNS: Readonly<Record<NumberStyle["thousands"], readonly string[]>> = {
  comma: [","],
  point: ["."],
  space: [" ", "\u00a0", "\u202f", "\u2009"],
  apostrophe: ["'", "\u2019"],
  none: [""],
};

export function styleOf(dice: Dice): NumberStyle {
  const decimal = dice.oneOf([".", ","] as const);
  const others = decimal === "." ? (["comma"] as const) : (["point"] as const);
  return {
    decimal,
    thousands: dice.oneOf(["none", "none", ...others, ...others, "space", "apostrophe"] as const),
    groupedFrom: dice.oneOf([4, 4, 5] as const),
  };
}

export function shapeOf(dice: Dice): NumberShape {
  const negative = dice.onceIn(4);
  if (dice.onceIn(3)) {
    // 1.858 and 1,858: the sign of either could be that of the other.
    const [whole, decimals] = dice.oneOf([
      [1, 3],
      [2, 3],
      [3, 3],
      [4, 0],
      [5, 0],
      [6, 0],
    ] as const);
    return { whole, decimals, isFixed: true, negative };
  }
  const decimals = dice.oneOf([0, 0, 1, 2, 3, undefined]);
  return { whole: dice.integer(1, 8), decimals, isFixed: false, negative };
}

/** A number, and how a person writes it. */
export interface WrittenNumber {
  readonly value: number;
  readonly text: string;
}

export function writtenNumber(dice: Dice, shape: NumberShape, style: NumberStyle): WrittenNumber {
  const length = shape.isFixed ? shape.whole : dice.integer(1, shape.whole);
  const first = String(dice.integer(length === 1 ? 0 : 1, 9));
  const whole = first + digits(dice, length - 1);
  const behind = digits(dice, shape.decimals ?? dice.integer(0, 4));
  const isNegative = shape.negative && dice.onceIn(2);
  const plain = `${whole}${behind === "" ? "" : `.${behind}`}`;
  const sign = isNegative ? dice.oneOf(["-", "-", "\u2212"]) : dice.onceIn(20) ? "+" : "";
  if (style.thousands === "none" && dice.onceIn(25)) {
    const exponent = dice.integer(-3, 3);
    const value = Number(`${isNegative ? "-" : ""}${plain}e${exponent}`);
    return { value, text: `${sign}${plain.replace(".", style.decimal)}${dice.oneOf(["e", "E"])}${exponent}` };
  }
  const grouping = dice.oneOf(SIGNS[style.thousands]);
  const shown = whole.length < style.groupedFrom ? whole : whole.replace(/\B(?=(\d{3})+$)/g, grouping);
  const text = `${sign}${shown}${behind === "" ? "" : style.decimal}${behind}`;
  return { value: Number(`${isNegative ? "-" : ""}${plain}`), text };
}

function digits(dice: Dice, count: number): string {
  return Array.from({ length: count }, () => dice.integer(0, 9)).join("");
}
