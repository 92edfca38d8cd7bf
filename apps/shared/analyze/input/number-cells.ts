import { show } from "../../../../src/validate.js";
import { type NumberReading, numberReadings, type SignRoles } from "./number-readings.js";
import { flagsFor, isWrittenSo, type NumberWriting } from "./number-writing.js";
import { lineFault } from "./record-reader.js";
import { whyNoNumber } from "./why-no-number.js";

/** Without a sign that could be read in two ways. */
const DIGITS = /^[+-]?\d{1,300}$/;

/** A cell with a sign in its number. */
interface SignedCell {
  readonly cell: string;
  readonly line: number;
  readonly readings: readonly NumberReading[];
}

/**
 * Reads the cells of a column as numbers, written as the flags say.
 *
 * What else the column could be is found from all of its cells, and used for refusals alone: which number a
 * cell holds follows from the flags.
 */
export class NumberCells {
  readonly #writing: NumberWriting;
  /** The roles of signs with which all cells so far are numbers. */
  #roles: readonly SignRoles[] = [{}];
  #decisive: SignedCell | undefined;
  #twofold: SignedCell | undefined;
  #unread: SignedCell | undefined;

  constructor(writing: NumberWriting) {
    this.#writing = writing;
  }

  /** The next cell's number; undefined if the flags give it none, which `end` refuses. */
  read(cell: string, line: number): number | undefined {
    if (DIGITS.test(cell)) return Number(cell);
    const readings = numberReadings(cell);
    if (readings.length === 0) throw lineFault(line, cell, notFinite(cell) + whyNoNumber(cell));
    const signed = { cell, line, readings };
    this.#narrow(signed);
    const found = readings.find((reading) => isWrittenSo(reading, this.#writing));
    if (found === undefined) this.#unread ??= signed;
    if (readings.length > 1) this.#twofold ??= signed;
    return found?.value;
  }

  /**
   * Refuses, after the last cell, a column that the flags do not read, or that other flags would read as
   * other numbers.
   */
  end(): void {
    const { decimalComma, thousands } = this.#writing;
    const isStated = decimalComma || thousands !== undefined;
    const doubtful = this.#unread ?? (isStated || this.#roles.length === 1 ? undefined : this.#twofold);
    if (doubtful === undefined) return;
    const { cell, line } = doubtful;
    const [only, other] = this.#roles.map((roles) => this.#way(doubtful, roles));
    if (other === undefined)
      throw lineFault(
        line,
        cell,
        `${notFinite(cell)}; ${only!.flags} reads such numbers (this one as ${only!.value})`,
      );
    const ways = [only!, other].map(({ flags, value }) => `as ${value} with ${flags}`).join(", or ");
    throw lineFault(
      line,
      cell,
      `${show(cell)}, like the whole column, can be read in two ways: ${ways}; nothing is computed before flags say which`,
    );
  }

  #narrow(signed: SignedCell): void {
    const { cell, line, readings } = signed;
    const [first, ...others] = this.#roles;
    if (others.length === 0 && readings.length === 1 && holds(first!, readings[0]!)) return;
    const roles = this.#roles.flatMap((each) => readings.flatMap((reading) => together(each, reading)));
    if (roles.length === 0)
      throw lineFault(
        line,
        cell,
        `${show(cell)} is written in another way than the cells before it, e.g. ${show(this.#decisive!.cell)} on line ${this.#decisive!.line}; write all numbers of the column in one way`,
      );
    this.#roles = distinct(roles);
    this.#decisive = signed;
  }

  #way({ readings }: SignedCell, roles: SignRoles): { readonly flags: string; readonly value: number } {
    const { value } = readings.find((reading) => holds(roles, reading))!;
    return { flags: flagsFor(roles, this.#writing), value };
  }
}

function notFinite(cell: string): string {
  return `${show(cell)} is not a finite decimal number`;
}

/** Whether the roles say all that a reading needs. */
function holds(roles: SignRoles, { decimal, thousands }: SignRoles): boolean {
  return (
    (decimal === undefined || decimal === roles.decimal) &&
    (thousands === undefined || thousands === roles.thousands)
  );
}

/** The roles with which both are read, or none. */
function together(one: SignRoles, other: SignRoles): SignRoles[] {
  const decimal = one.decimal ?? other.decimal;
  const thousands = one.thousands ?? other.thousands;
  const both = { decimal, thousands };
  const isSound = holds(both, one) && holds(both, other) && (decimal === undefined || decimal !== thousands);
  return isSound ? [both] : [];
}

function distinct(roles: readonly SignRoles[]): SignRoles[] {
  return [
    ...new Map(
      roles.map((each) => [`${each.decimal ?? ""} ${each.thousands ?? ""}`, each] as const),
    ).values(),
  ];
}
