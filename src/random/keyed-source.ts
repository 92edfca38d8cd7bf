import { wrongShape } from "../validate.js";
import { chacha20Block } from "./_internal/chacha20-block.js";
import { deriveKey, PURPOSE } from "./_internal/derive-key.js";
import type { RandomSource } from "./random-source.js";

const WORDS = 8;

/**
 * The ChaCha20 keystream of a key: how a worker gets randomness of its own from the source of the whole run.
 *
 * A key from a secure source makes a secure source, as long as nobody else sees the key and no two users of
 * it take the same fork. The words of a fork depend on the key and the label alone, so work may be split over
 * any number of threads.
 *
 * @param key    8 words, drawn uniformly from the source that this one stands for
 * @param secure whether that source is
 * @returns the source; words that were handed out are wiped
 * @throws DpError BAD_INPUT key is no Uint32Array of 8 words
 * @example
 * const key = new Uint32Array(8);
 * secureSource().fill(key);
 * keyedSource(key, true).fork(3).secure; // true
 * @see Nir and Langley, RFC 8439, section 2.3
 */
export function keyedSource(key: Uint32Array, secure: boolean): RandomSource {
  checkKey(key);
  let block: Uint32Array = new Uint32Array(0);
  let next = 0;
  let counter = 0;
  return {
    secure,
    fill(words) {
      for (let index = 0; index < words.length; index++) {
        if (next === block.length) {
          block = chacha20Block(key, [counter % 2 ** 32, Math.floor(counter / 2 ** 32), 0, PURPOSE.stream]);
          counter++;
          next = 0;
        }
        words[index] = block[next]!;
        block[next++] = 0;
      }
    },
    fork: (label) => keyedSource(deriveKey(key, PURPOSE.fork, label), secure),
  };
}

/** What is given is secret, so that a message says no more than its length. */
function checkKey(key: Uint32Array): void {
  const isWords = key instanceof Uint32Array;
  if (isWords && key.length === WORDS) return;
  const given = isWords ? `${key.length} words` : typeof key;
  throw wrongShape("keyedSource: key", given, `a Uint32Array of ${WORDS} words`);
}
