import type { DecimalSign, SignRoles, ThousandsSign } from "./number-readings.js";

/** How the flags say that numbers are written. */
export interface NumberWriting {
  readonly decimalComma: boolean;
  /** Undefined where nothing was said: then there are none, unless there might be. */
  readonly thousands?: ThousandsSign | "none" | undefined;
}

/** What `--thousands` takes, by name. */
export const THOUSANDS: Readonly<Record<string, ThousandsSign | "none">> = {
  comma: ",",
  point: ".",
  space: " ",
  apostrophe: "'",
  none: "none",
};

/** Whether the signs of a number have the roles that the flags give them. */
export function isWrittenSo({ decimal, thousands }: SignRoles, writing: NumberWriting): boolean {
  return (
    (decimal === undefined || decimal === decimalSign(writing)) &&
    (thousands === undefined || thousands === writing.thousands)
  );
}

function decimalSign({ decimalComma, thousands }: NumberWriting): DecimalSign | undefined {
  if (decimalComma) return ",";
  return thousands === "." ? undefined : ".";
}

/**
 * The flags that give signs their roles, for whoever gave others, e.g. `--thousands point --decimal-comma`.
 */
export function flagsFor(roles: SignRoles, given: NumberWriting): string {
  const { decimal, thousands } = roles;
  const sign = thousands ?? "none";
  const [name] = Object.entries(THOUSANDS).find(([, each]) => each === sign)!;
  const isComma = decimal === ",";
  const clash = given.decimalComma && (decimal === "." || thousands === ",");
  const names = [
    ...(thousands === undefined && isComma && given.thousands === undefined ? [] : [`--thousands ${name}`]),
    ...(isComma ? ["--decimal-comma"] : []),
    ...(clash ? ["without --decimal-comma"] : []),
  ];
  return names.join(" ");
}
