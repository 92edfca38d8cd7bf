/** Callers without types: every public function, called with nothing or with what is no options object. */
import { expect, it } from "vitest";
import { DpError } from "../../src/errors.js";
import * as croupier from "../../src/index.js";
import { shortAndLong } from "../short-and-long.js";

type Call = (...args: unknown[]) => unknown;

/** Every function behind a name of an entry point; classes take `new`. */
function functionsIn(path: string, value: unknown): (readonly [string, Call])[] {
  if (typeof value === "function") return isClass(value) ? [] : [[path, value as Call]];
  const isNamespace = Object.prototype.toString.call(value) === "[object Module]";
  return isNamespace
    ? Object.entries(value as object).flatMap(([name, part]) => functionsIn(`${path}.${name}`, part))
    : [];
}

function isClass(value: object): boolean {
  return Object.getOwnPropertyDescriptor(value, "prototype")?.writable === false;
}

const FUNCTIONS = functionsIn("croupier", croupier);
const NOTHING: readonly unknown[][] = [[], [undefined], [{}], [{}, {}]];
const ARGUMENTS = [...NOTHING, [null], [7], [[]], [7, 7], [7, 7, 7]];
/** Those that load data take their time, and the same for each way to say nothing. */
const argumentsOf = (name: string): readonly unknown[][] =>
  /\.load[A-Z]\w*$/.test(name) ? [[{}], ...ARGUMENTS.filter((args) => !NOTHING.includes(args))] : ARGUMENTS;
/** Opens 6,046 files for each. */
const isLong = ([name]: readonly [string, Call]): boolean => name.endsWith(".loadSpamAssassin");

it("finds the functions of every entry point", () => {
  const names = FUNCTIONS.map(([name]) => name);
  expect(names.length).toBeGreaterThan(120);
  expect(names).toEqual(
    expect.arrayContaining([
      "croupier.accounting.guarantees",
      "croupier.accounting.theorems.gaussianEpsilon",
      "croupier.accounting.pld.composePld",
      "croupier.analytics.estimateMean",
      "croupier.mechanisms.karyRandomizedResponse",
      "croupier.privacy.describeGuarantee",
      "croupier.random.sampleUniform",
      "croupier.auditing.audit",
      "croupier.background.openBackgroundAccountant",
      "croupier.models.defineModel",
      "croupier.safetensors.decodeSafetensors",
      "croupier.text.textExamples",
      "croupier.training.train",
    ]),
  );
});

for (const [functions, options] of shortAndLong(FUNCTIONS, isLong))
  it.each(functions)("%s gives a value or a DpError", options, async (name, call) => {
    for (const args of argumentsOf(name)) {
      const raw = await errorOf(() => call(...args));
      expect(raw, `${name}(${JSON.stringify(args).slice(1, -1)})`).toBeUndefined();
    }
  });

/** What is thrown that is no DpError. */
async function errorOf(call: () => unknown): Promise<unknown> {
  try {
    const value = await call();
    await (value as Partial<{ close(): Promise<void> }> | undefined)?.close?.();
    return undefined;
  } catch (error) {
    return error instanceof DpError ? undefined : error;
  }
}
