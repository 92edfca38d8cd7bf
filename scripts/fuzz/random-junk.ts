/** Values that are no events, and options that are none: what a caller without types may hand over. */
import fc from "fast-check";
import { randomValues } from "./field-values.js";
import { eventsOf } from "./random-events.js";

const anything = fc.anything({
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
});

/** Makes a value: fast-check itself would look into proxies. */
export type Maker = () => unknown;

/** Numbers that ranges leave out, and values that no JSON holds. */
export const junkValues: fc.Arbitrary<Maker> = fc.oneof(
  fc
    .constantFrom<unknown>(
      Number.NaN,
      Infinity,
      -Infinity,
      -0,
      -1,
      0.5,
      2 ** 53,
      1e308,
      "1",
      "",
      null,
      undefined,
      10n,
      Symbol("one"),
      () => 1,
    )
    .map((value) => () => value),
  fc.constantFrom(cyclic, throwing, fickle, nestedArrays, holes, revoked),
  anything.map((value) => () => value),
);

function cyclic(): unknown {
  const event: Record<string, unknown> = { kind: "repeat", times: 2 };
  event.of = event;
  return event;
}

/** Every access throws. */
function throwing(): unknown {
  const refuse = (): never => {
    throw new TypeError("refused by the proxy");
  };
  return new Proxy({}, { get: refuse, ownKeys: refuse, has: refuse, getOwnPropertyDescriptor: refuse });
}

/** A field that is a good number once. */
function fickle(): unknown {
  let reads = 0;
  return {
    kind: "gaussian",
    get noiseMultiplier() {
      reads += 1;
      return reads === 1 ? 2 : Number.NaN;
    },
  };
}

function nestedArrays(): unknown {
  let value: unknown = { kind: "gaussian", noiseMultiplier: 1 };
  for (let depth = 0; depth < 10_000; depth++) value = { kind: "sequence", of: [value] };
  return value;
}

function holes(): unknown {
  const of: unknown[] = [];
  of[3] = { kind: "gaussian", noiseMultiplier: 1 };
  return { kind: "sequence", of };
}

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

/** An event of which one field, at any depth, is replaced, left out or added. */
const spoiled = fc
  .record({
    event: eventsOf(randomValues),
    path: fc.array(fc.nat(7), { maxLength: 4 }),
    value: junkValues,
    how: fc.nat(2),
  })
  .map(
    ({ event, path, value, how }) =>
      () =>
        spoil(structuredClone(event), path, value(), how),
  );

type Fields = Record<string, unknown>;

function spoil(event: unknown, path: readonly number[], value: unknown, how: number): unknown {
  let at = event as Fields;
  for (const step of path) {
    const inner = Object.values(at).filter((each) => typeof each === "object" && each !== null);
    if (inner.length === 0) break;
    at = inner[step % inner.length] as Fields;
  }
  const names = Object.keys(at);
  const name = how === 2 ? "extra" : (names[(path[0] ?? 0) % names.length] ?? "kind");
  if (how === 1) delete at[name];
  else at[name] = value;
  return event;
}

export const junkEvents: fc.Arbitrary<Maker> = fc.oneof(spoiled, junkValues);
