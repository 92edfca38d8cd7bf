import { checkSource } from "../../random/check-source.js";
import { type RandomSource, secureSource } from "../../random/index.js";
import type { ClipRule } from "../../training/gradients/clip-rule.js";
import { openGradientEngine } from "../../training/gradients/gradient-engine.js";
import { fairBits } from "../_internal/plays.js";
import { type CanaryDirections, canaryDirections } from "../canaries/canary-directions.js";
import { type CheckedOneRun, checkOneRun } from "./_internal/check-one-run.js";
import { estimatedSum } from "./_internal/estimated-sum.js";
import { type Others, sumOfOthers } from "./_internal/others.js";
import { type Candidate, type ReleaseScore, releaseScore } from "./_internal/release-score.js";
import { releasedRun } from "./_internal/released-run.js";
import { reportOneRun } from "./_internal/report-one-run.js";
import type { OneRunOptions } from "./one-run-options.js";
import type { OneRunReport } from "./one-run-report.js";

/**
 * Audits training in one run: many canaries, each in or out by a fair coin of its own, and guesses about
 * those whose scores are the highest and the lowest.
 *
 * Canaries are crafted gradients of the clip bound's length, as in {@link openTrainingGame}, that are
 * orthogonal or nearly so; the attacker scores each as if it were alone. Half of the guesses, the highest
 * scores, say that the canary is in, the other half that it is out. Guarantee: lower bound with the stated
 * confidence, whatever the protocol does ({@link oneRunCurveBound}). One run shows less than many: of
 * Gaussian noise at ε = 1, 10⁴ canaries some 0.46 at a confidence of 0.95.
 *
 * @returns verdict, bound and what it would be if the mechanism is known to be Gaussian
 * @throws DpError BAD_INPUT or OUT_OF_RANGE an option is not what it should be, e.g. more canaries than
 *   weights with one each; NOT_APPLICABLE a protocol whose users randomize their own gradients, or whose
 *   weights are permuted; what training throws
 * @example
 * const protocol = central({ examples: 800, samplingRate: 1, clipBound: 1, sumStdDev: 0.3 });
 * const model = { input: { height: 1, width: 1, channels: 99 }, layers: [{ kind: "dense", units: 8 }] } as const;
 * const options = { protocol, model, adjacency: "zero-out", rounds: 1, canaries: 800, kind: "dirac", delta: 1e-5, claim: 1 } as const;
 * (await auditInOneRun({ ...options, source: seededSource(7) })).verdict; // "refuted"
 * @see Steinke, Nasr and Jagielski 2023, arXiv:2305.08846; docs/theorems/audit-one-run.md
 */
export async function auditInOneRun(options: OneRunOptions): Promise<OneRunReport> {
  const run = checkOneRun(options);
  const source =
    options.source === undefined ? secureSource() : checkSource("auditInOneRun: source", options.source);
  const coins = fairBits(source.fork(0), run.canaries);
  const scores = await scoresOf(run, coins, source);
  return reportOneRun(run, coins, scores);
}

async function scoresOf(run: CheckedOneRun, coins: Uint8Array, source: RandomSource): Promise<Float64Array> {
  const { model, data, canaries, weights } = run;
  const directions = canaryDirections(run.kind, {
    ...{ count: canaries, dimension: weights.length, source: source.fork(1) },
  });
  if (data === undefined) return play(run, { coins, directions, source, others: undefined });
  const engine = await openGradientEngine({ model, train: data, test: data, threads: run.threads });
  try {
    return await play(run, { coins, directions, source, others: { engine, count: data.count } });
  } finally {
    await engine.close();
  }
}

async function play(
  run: CheckedOneRun,
  parts: {
    readonly coins: Uint8Array;
    readonly directions: CanaryDirections;
    readonly source: RandomSource;
    readonly others: Others | undefined;
  },
): Promise<Float64Array> {
  const { protocol, rounds, weights, learningRate, canaries, clipBound, isReplaced } = run;
  const { coins, directions, source, others } = parts;
  let everyone: Float64Array | undefined;
  const event = protocol.describeEvent();
  const scores = Array.from({ length: canaries }, () => releaseScore(event, clipBound));
  const engine = {
    clippedGradientSum: async (at: Float32Array, indices: Uint32Array, clip: ClipRule) => {
      const round = await sumOfOthers(others, { weights: at, indices, clip, isWatched: true }, canaries);
      everyone = round.everyone;
      addCanaries(round.sum, { run, coins, directions, indices, clip });
      return { sum: round.sum, lossSum: 0 };
    },
  };
  await releasedRun({
    ...{ protocol, engine, weights, rounds, learningRate, source: source.fork(2) },
    onRelease: ({ round, mean, participants }) => {
      const rate = scores[0]!.rateOf(participants);
      const sum = estimatedSum(protocol, { mean, participants }, everyone, rate);
      const inner = directions.project(sum);
      const at = { round, participants, length: clipBound, isReplaced };
      for (let index = 0; index < canaries; index++) addEvidence(scores[index]!, inner[index]!, at);
      run.onRound?.(round + 1);
    },
  });
  return Float64Array.from(scores, ({ total }) => total);
}

function addEvidence(
  score: ReleaseScore,
  inner: number,
  at: {
    readonly round: number;
    readonly participants: number;
    readonly length: number;
    readonly isReplaced: boolean;
  },
): void {
  const { round, participants, length, isReplaced } = at;
  const square = length * length;
  const present: Candidate = { inner: inner * length, square };
  const absent: Candidate | undefined = isReplaced ? { inner: -inner * length, square } : undefined;
  score.add({ round, participants, present, absent });
}

/** The canaries that the round drew and whose coins put them in, clipped as the protocol says. */
function addCanaries(
  sum: Float64Array,
  round: {
    readonly run: CheckedOneRun;
    readonly coins: Uint8Array;
    readonly directions: CanaryDirections;
    readonly indices: Uint32Array;
    readonly clip: ClipRule;
  },
): void {
  const { run, coins, directions, indices, clip } = round;
  const norm = run.clipBound * run.normToClip;
  const length = clip.norm === "none" ? norm : Math.min(norm, clip.bound);
  const factors = new Float64Array(run.canaries);
  for (const index of indices) {
    if (index >= run.canaries) continue;
    if (coins[index] === 1) factors[index] = length;
    else if (run.isReplaced) factors[index] = -length;
  }
  directions.addTo(sum, (index) => factors[index]!);
}
