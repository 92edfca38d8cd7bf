/** Mechanisms with the mistakes that are made, each beside one without. */
import type { Game } from "../../src/auditing/index.js";
import type { Adjacency, MechanismEvent } from "../../src/privacy/index.js";
import {
  fillNormals,
  type RandomSource,
  sampleInteger,
  sampleUniform,
  seededSource,
  shuffleInPlace,
} from "../../src/random/index.js";

/** A mechanism that is said to be an event. */
export interface BrokenMechanism {
  readonly name: string;
  readonly event: MechanismEvent;
  readonly adjacency: Adjacency;
  readonly delta: number;
  readonly broken: Game;
  /** The same attack on the mechanism as it should be. */
  readonly sound: Game;
  /** Plays in which it is caught. */
  readonly plays: number;
}

function normal(source: RandomSource, stdDev: number): number {
  const one = new Float64Array(1);
  fillNormals(source, one, stdDev);
  return one[0]!;
}

/** A sum of gradients, of which one is there or not; the others are known. */
function noisySum(stdDev: number, norm = 1): Game {
  return { trial: (secret, source) => (secret ? norm : 0) + normal(source, stdDev) };
}

const USERS = 60;
const BUFFER = 8;
const LOCAL_EPSILON = 2;
const TRUTH = 1 / (1 + Math.exp(-LOCAL_EPSILON));
const RATIO = Math.exp(LOCAL_EPSILON);

/**
 * Reports by binary response of one user who holds the secret and of others who hold 0, in the order of a
 * shuffler that the attacker knows.
 */
function shuffledBy(shuffle: (source: RandomSource, reports: Uint8Array) => void): Game {
  const places = placesOfFirst(shuffle);
  return {
    trial: (secret, source) => {
      const reports = Uint8Array.from({ length: USERS }, (_, user) => {
        const isTrue = sampleUniform(source) < TRUTH;
        return Number(isTrue === (user === 0 && secret));
      });
      shuffle(source, reports);
      let ratio = 0;
      for (let place = 0; place < USERS; place++) {
        ratio += places[place]! * (reports[place] === 1 ? RATIO : 1 / RATIO);
      }
      return Math.log(ratio);
    },
  };
}

/** How often the first user's report ends at each place. */
function placesOfFirst(shuffle: (source: RandomSource, reports: Uint8Array) => void): Float64Array {
  const source = seededSource(77);
  const places = new Float64Array(USERS);
  const runs = 20_000;
  for (let run = 0; run < runs; run++) {
    const reports = new Uint8Array(USERS);
    reports[0] = 1;
    shuffle(source, reports);
    places[reports.indexOf(1)]! += 1 / runs;
  }
  return places;
}

/** A stream through a buffer: a random one of `BUFFER` reports goes out, and the next comes in. */
function throughBuffer(source: RandomSource, reports: Uint8Array): void {
  for (let next = BUFFER; next < reports.length; next++) {
    const out = next - BUFFER + sampleInteger(source, BUFFER);
    const report = reports[out]!;
    reports.copyWithin(next - BUFFER + 1, next - BUFFER, out);
    reports[next - BUFFER] = report;
  }
  shuffleInPlace(source, reports.subarray(reports.length - BUFFER));
}

/**
 * Two releases about vectors that differ in sign, as an attacker may ask for; their difference holds the
 * noise of both.
 */
function twoRounds(noises: (source: RandomSource) => readonly [number, number]): Game {
  return {
    trial: (secret, source) => {
      const [first, second] = noises(source);
      const x = Number(secret);
      return first + x - (second - x);
    },
  };
}

/**
 * Noise of a source that is seeded by a number of 12 bits, such as the milliseconds of a clock; the attacker
 * tries them all.
 */
function seededByClock(stdDev: number): Game {
  const noises = new Set<number>();
  for (let seed = 0; seed < 2 ** 12; seed++) noises.add(normal(seededSource(seed), stdDev));
  return {
    trial: (secret, source) => {
      const seed = sampleInteger(source, 2 ** 12);
      return scoreByNoises(normal(seededSource(seed), stdDev) + Number(secret), noises);
    },
  };
}

function scoreByNoises(x: number, noises: ReadonlySet<number>): number {
  // Of a sum with 1 the last bits are lost, and all but few are unlike any noise.
  if (noises.has(x)) return -1e9;
  return x;
}

/** Box and Muller's normal numbers as textbooks have them. */
function textbookNormal(source: RandomSource): number {
  const radius = Math.sqrt(-2 * Math.log(sampleUniform(source)));
  return radius * Math.cos(2 * Math.PI * sampleUniform(source));
}

/** Where noise near -1 is added to 1 the sum is a multiple of 2^-54; small noise by itself has finer bits. */
export function byLowBits(release: (source: RandomSource, value: number) => number): Game["trial"] {
  return (secret, source) => {
    const x = release(source, Number(secret));
    return Math.abs(x) < 1 / 4 && !Number.isInteger(x * 2 ** 54) ? -1e9 : x;
  };
}

/** Noise on a grid of 2^-40 before it is added: sums with integers are exact. */
const onGrid = (noise: number): number => Math.round(noise * 2 ** 40) / 2 ** 40;

/** A batch of a tenth of the users, who reply by binary response; the changed user is the first. */
function sampledResponse(draw: (source: RandomSource) => boolean): Game {
  return {
    trial: (secret, source) => {
      const holds = draw(source) && secret;
      const isTrue = sampleUniform(source) < TRUTH;
      return Number(isTrue === holds);
    },
  };
}

const GAUSSIAN = (noiseToClip: number): MechanismEvent => ({ kind: "gaussian", noiseToClip });
const RESPONSE: MechanismEvent = { kind: "randomizedResponse", epsilon: LOCAL_EPSILON, categories: 2 };

export const BROKEN_MECHANISMS: readonly BrokenMechanism[] = [
  {
    name: "no clipping: a gradient of norm 3 C",
    event: GAUSSIAN(2),
    adjacency: "add-or-remove",
    delta: 1e-3,
    broken: noisySum(2, 3),
    sound: noisySum(2),
    plays: 500,
  },
  {
    name: "the variance 0.25 where the deviation 0.5 belongs, C = 0.25",
    event: GAUSSIAN(0.5 / 0.25),
    adjacency: "add-or-remove",
    delta: 1e-3,
    broken: noisySum(0.5 ** 2, 0.25),
    sound: noisySum(0.5, 0.25),
    plays: 5000,
  },
  {
    name: "a shuffle of 60 reports through a buffer of 8",
    event: { kind: "shuffle", users: USERS, of: RESPONSE },
    adjacency: "replace-one",
    delta: 0.01,
    broken: shuffledBy(throughBuffer),
    sound: shuffledBy(shuffleInPlace),
    plays: 10_000,
  },
  {
    name: "a sample that is drawn once and kept, 1 of 10",
    event: { kind: "subsampledShuffle", users: 10, sampled: 1, of: RESPONSE },
    adjacency: "replace-one",
    delta: 0.01,
    broken: sampledResponse(() => true),
    sound: sampledResponse((source) => sampleInteger(source, 10) === 0),
    plays: 50,
  },
  {
    name: "one noise for two rounds",
    event: { kind: "repeat", times: 2, of: GAUSSIAN(4) },
    adjacency: "add-or-remove",
    delta: 1e-5,
    broken: twoRounds((source) => {
      const noise = normal(source, 4);
      return [noise, noise];
    }),
    sound: twoRounds((source) => [normal(source, 4), normal(source, 4)]),
    plays: 50,
  },
  {
    name: "a seed of 12 bits",
    event: GAUSSIAN(4),
    adjacency: "add-or-remove",
    delta: 1e-5,
    broken: seededByClock(4),
    sound: { trial: (secret, source) => scoreByNoises(normal(source, 4) + Number(secret), new Set()) },
    plays: 50,
  },
  {
    name: "textbook Gaussian noise in floating point, low bits",
    event: GAUSSIAN(4),
    adjacency: "add-or-remove",
    delta: 1e-5,
    broken: { trial: byLowBits((source, value) => value + 4 * textbookNormal(source)) },
    sound: { trial: byLowBits((source, value) => value + onGrid(4 * textbookNormal(source))) },
    plays: 2000,
  },
];
