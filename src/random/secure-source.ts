import { DpError } from "../errors.js";
import type { RandomSource } from "./random-source.js";

/** 64 KiB, the largest request of one call of getRandomValues. */
const POOL_WORDS = 16_384;

/**
 * The platform's CSPRNG (`crypto.getRandomValues`), in Node and in browsers: what every run that promises
 * privacy draws from.
 *
 * Words are fetched 64 KiB at a time; each is wiped from the pool when it is handed out.
 *
 * @returns a source with `secure: true`, whose forks are itself
 * @throws DpError UNSUPPORTED the platform has no `crypto.getRandomValues`
 * @example secureSource().secure; // true
 */
export function secureSource(): RandomSource {
  checkCsprng();
  const pool = new Uint32Array(POOL_WORDS);
  let next = POOL_WORDS;
  const source: RandomSource = {
    secure: true,
    fill(words) {
      for (let index = 0; index < words.length; index++) {
        if (next === POOL_WORDS) {
          globalThis.crypto.getRandomValues(pool);
          next = 0;
        }
        words[index] = pool[next]!;
        pool[next++] = 0;
      }
    },
    fork: () => source,
  };
  return source;
}

function checkCsprng(): void {
  if (typeof globalThis.crypto?.getRandomValues === "function") return;
  throw new DpError(
    "UNSUPPORTED",
    "secureSource: the platform must have crypto.getRandomValues, got none; use Node 20.19 or a current browser (a seed is for simulation only)",
    { parameter: "crypto.getRandomValues", value: undefined, allowed: "the platform's CSPRNG" },
  );
}
