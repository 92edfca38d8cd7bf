import { checkFields, checkItems, checkNumber, checkOneOf, type Range, wrongShape } from "../../validate.js";
import { fromHex } from "./hex.js";

/** Reads a value of one shape: a copy of what is known, or an error that names the place. */
export type Read<Value> = (name: string, value: unknown) => Value;

/** An object with exactly these fields. */
export function object<Value extends object>(
  fields: {
    readonly [Field in keyof Value]-?: Read<Value[Field]>;
  },
): Read<Value> {
  const names = Object.keys(fields) as (keyof Value & string)[];
  const allowed = `an object with exactly the fields ${names.join(", ")}`;
  return (name, value) => {
    const given = checkFields(name, value as Record<string, unknown>, allowed);
    const isExact =
      Object.keys(given).length === names.length && names.every((field) => Object.hasOwn(given, field));
    if (!isExact) throw wrongShape(name, value, allowed);
    const read = names.map((field) => [field, fields[field](`${name}.${field}`, given[field])]);
    return Object.freeze(Object.fromEntries(read)) as Value;
  };
}

/** Bytes in lower-case hexadecimal, as text. */
export function hexOf(length: number): Read<string> {
  return (name, value) => {
    fromHex(name, value, length);
    return value as string;
  };
}

export function number(range: Range): Read<number> {
  return (name, value) => checkNumber(name, value, range);
}

/** A text of some letters. */
export function text(most: number): Read<string> {
  return (name, value) => {
    if (typeof value === "string" && value.length >= 1 && value.length <= most) return value;
    throw wrongShape(name, value, `a text of 1 to ${most} letters`);
  };
}

export function oneOf<Word extends string>(words: readonly Word[]): Read<Word> {
  return (name, value) => checkOneOf(name, value, words);
}

export function list<Item>(of: Read<Item>, most: number): Read<readonly Item[]> {
  const allowed = `a list of at most ${most}`;
  return (name, value) => {
    const items = checkItems(name, value, allowed);
    if (items.length > most) throw wrongShape(name, value, allowed);
    return Object.freeze(items.map((item, index) => of(`${name}[${index}]`, item)));
  };
}

export function orNull<Value>(read: Read<Value>): Read<Value | null> {
  return (name, value) => (value === null ? null : read(name, value));
}

/** Plain JSON of any shape: what a signer says, and nobody computes with. */
export function anything<Value>(): Read<Value> {
  return (_, value) => value as Value;
}
