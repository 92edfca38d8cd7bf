import type { Mutant } from "../mutant.js";

const GUESSES = "src/auditing/estimators/guess-bound.test.ts";
const BAND = "src/auditing/estimators/trade-off-band.test.ts";
const ONE_RUN = "src/auditing/estimators/one-run-bound.test.ts";
const RANKS = "src/auditing/estimators/rank-bound.test.ts";
const CURVE = "src/auditing/estimators/one-run-curve-bound.test.ts";
const TRAINING = "src/auditing/training/training-game.test.ts";
const ONE_TRAINING_RUN = "src/auditing/training/audit-in-one-run.test.ts";
const SCORES = "src/auditing/training/_internal/release-score.test.ts";
const AUDIT = "src/auditing/audit.test.ts";
const GAMES = "src/auditing/games/game-of.test.ts";
const SHUFFLED = "src/auditing/games/_internal/shuffled-scores.test.ts";

/** Lower bounds that would be true less often than they say. */
export const AUDITING: readonly Mutant[] = [
  {
    what: "a bound of a probability at twice its error",
    file: "src/auditing/estimators/clopper-pearson.ts",
    from: "betainc(p, count + 1, trials - count, true, true) <= error * MARGIN;",
    to: "betainc(p, count + 1, trials - count, true, true) <= 2 * error;",
    tests: ["src/auditing/estimators/clopper-pearson.test.ts"],
  },
  {
    what: "one failure too few in an upper bound",
    file: "src/auditing/estimators/clopper-pearson.ts",
    from: "betainc(p, count + 1, trials - count, true, true)",
    to: "betainc(p, count, trials - count + 1, true, true)",
    tests: ["src/auditing/estimators/clopper-pearson.test.ts"],
  },
  {
    what: "delta shows in no play",
    file: "src/auditing/estimators/guess-bound.ts",
    from: "const good = correct - revealed;",
    to: "const good = correct;",
    tests: [GUESSES],
  },
  {
    what: "delta counts for half of the guesses of both secrets",
    file: "src/auditing/estimators/guess-bound.ts",
    from: "(delta * sides) / 2",
    to: "delta / 2",
    tests: [GUESSES],
  },
  {
    what: "every rule has all of the error",
    file: "src/auditing/estimators/rank-bound.ts",
    from: "error / rules.length",
    to: "error",
    tests: [RANKS],
  },
  {
    what: "delta gives no canary away",
    file: "src/auditing/estimators/one-run-bound.ts",
    from: "epsilonOfCount(correct - revealed, guessed, rest)",
    to: "epsilonOfCount(correct, guessed, rest)",
    tests: [ONE_RUN],
  },
  {
    what: "a band of counts that holds at each threshold alone",
    file: "src/auditing/estimators/trade-off-band.ts",
    from: "next?.bound ?? 1)",
    to: "probabilityAtMost(count, this.#trials, 0.05))",
    tests: [BAND],
  },
  {
    what: "delta is left out of both errors",
    file: "src/auditing/estimators/error-rate-bound.ts",
    from: "Math.max(logRatio(1 - delta - second, first), logRatio(1 - delta - first, second))",
    to: "Math.max(logRatio(1 - second, first), logRatio(1 - first, second))",
    tests: [BAND],
  },
  {
    what: "the Gaussian fit is called proven",
    file: "src/auditing/_internal/report-of.ts",
    from: 'status: "conditional",',
    to: 'status: "proven",',
    tests: [AUDIT],
  },
  {
    what: "secrets are drawn from what the system draws from",
    file: "src/auditing/_internal/plays.ts",
    from: "stream.fork(SYSTEM)",
    to: "stream.fork(SECRETS)",
    tests: [AUDIT],
  },
  {
    what: "a look has all of the error, whichever it is",
    file: "src/auditing/_internal/report-of.ts",
    from: "(1 - options.confidence) * look.share",
    to: "(1 - options.confidence)",
    tests: [AUDIT],
  },
  {
    what: "plays after the audit was stopped count",
    file: "src/auditing/_internal/plays.ts",
    from: "return isStopped() ? STOPPED : score;",
    to: "return score;",
    tests: [AUDIT],
  },
  {
    what: "delta gives no canary away in the bound by curves",
    file: "src/auditing/estimators/one-run-curve-bound.ts",
    from: "Math.max(0, y - delta) * shrink",
    to: "y * shrink",
    tests: [CURVE],
  },
  {
    what: "a bound by curves at twice its error",
    file: "src/auditing/estimators/one-run-curve-bound.ts",
    from: "let tail = error;",
    to: "let tail = 2 * error;",
    tests: [CURVE],
  },
  {
    what: "a step of the bound by curves that counts one guess too many",
    file: "src/auditing/estimators/one-run-curve-bound.ts",
    from: "(guessed - k + 1)",
    to: "(guessed - k + 0.5)",
    tests: [CURVE],
  },
  {
    what: "a Gaussian form without a condition",
    file: "src/auditing/training/_internal/report-one-run.ts",
    from: 'status: "conditional",',
    to: 'status: "proven",',
    tests: [ONE_TRAINING_RUN],
  },
  {
    what: "canaries of one run past their clip bound",
    file: "src/auditing/training/audit-in-one-run.ts",
    from: "Math.min(norm, clip.bound)",
    to: "norm",
    tests: [ONE_TRAINING_RUN],
  },
  {
    what: "a canary past its clip bound",
    file: "src/auditing/training/_internal/canary.ts",
    from: "if (secret) return clippedBy(clip, gradient);",
    to: "if (secret) return gradient;",
    tests: [TRAINING],
  },
  {
    what: "all plays of a training game draw the same numbers",
    file: "src/auditing/training/training-game.ts",
    from: "  source.fill(words);",
    to: "",
    tests: [TRAINING],
  },
  {
    what: "an attacker who sees how large a secret batch is",
    file: "src/auditing/training/_internal/release-score.ts",
    from: "if (variance === 0) return;",
    to: "if (participants === 0) return;",
    tests: [SCORES],
  },
  {
    what: "an audit of permuted weights that sees them unpermuted",
    file: "src/auditing/training/_internal/released-run.ts",
    from: "const isPermuted = protocol.afterUpdate !== undefined;",
    to: "const isPermuted = protocol.afterUpdate === null;",
    tests: [TRAINING],
  },
  {
    what: "low bits of Laplace noise are scored",
    file: "src/auditing/games/reports/laplace-scalar-report.ts",
    from: "-Math.abs(Math.min(high, Math.max(low, report)) - place) / scale",
    to: "-Math.abs(report - place) / scale",
    tests: [GAMES],
  },
  {
    what: "the changed user's number comes after all others'",
    file: "src/auditing/games/_internal/draw-reports.ts",
    from: "swap(reports, end, sampleInteger(source, sent));",
    to: "sampleInteger(source, sent);",
    tests: [SHUFFLED],
  },
  {
    what: "users who stay away are left out of a score",
    file: "src/auditing/games/_internal/mean-ratio-loss.ts",
    from: "let sum = away;",
    to: "let sum = 0;",
    tests: [SHUFFLED],
  },
  {
    what: "a group's user has two reports",
    file: "src/auditing/games/_internal/handing-out.ts",
    from: "likelihoods[2 + group]! * (size - count + 1);",
    to: "likelihoods[2 + group]! * size;",
    tests: [SHUFFLED],
  },
  {
    what: "the changed user is always in the sample",
    file: "src/auditing/games/_internal/attendance.ts",
    from: "const isThere = sampleUniform(source) * users < sampled;",
    to: "const isThere = true;",
    tests: [GAMES],
  },
  {
    what: "the changed user always checks in",
    file: "src/auditing/games/_internal/attendance.ts",
    from: "return sampleUniform(source) < rate;",
    to: "return true;",
    tests: [GAMES],
  },
  {
    what: "every rule has the error over the root of their number",
    file: "src/auditing/estimators/rank-bound.ts",
    from: "error / rules.length",
    to: "error / Math.sqrt(rules.length)",
    tests: [RANKS],
  },
  {
    what: "the error that delta gets is spent again on the guesses",
    file: "src/auditing/estimators/guess-bound.ts",
    from: "error - forDelta",
    to: "error",
    tests: [GUESSES],
  },
  {
    what: "delta shows in one play too few",
    file: "src/auditing/estimators/guess-bound.ts",
    from: "betainc(probability, count + 1, trials - count, true, false)",
    to: "betainc(probability, count + 2, trials - count - 1, true, false)",
    tests: [GUESSES],
  },
  {
    what: "a bound from guesses is rounded up",
    file: "src/auditing/estimators/guess-bound.ts",
    from: "const ROUNDING = 1 - 1e-12;",
    to: "const ROUNDING = 1 + 1e-12;",
    tests: [GUESSES],
  },
  {
    what: "the error that delta gets in one run is spent again on the guesses",
    file: "src/auditing/estimators/one-run-bound.ts",
    from: "rest: (1 - share) * error",
    to: "rest: error",
    tests: [ONE_RUN],
  },
  {
    what: "delta gives one canary too few away",
    file: "src/auditing/estimators/one-run-bound.ts",
    from: "Math.ceil((canaries * delta) / (share * error)) - 1",
    to: "Math.max(0, Math.ceil((canaries * delta) / (share * error)) - 2)",
    tests: [ONE_RUN],
  },
  {
    what: "the second error's band has twice its error",
    file: "src/auditing/estimators/trade-off-band.ts",
    from: "new SimultaneousBound(sorted.present, error / 4)",
    to: "new SimultaneousBound(sorted.present, error / 2)",
    tests: [BAND],
  },
  {
    what: "a bound from both errors is rounded up",
    file: "src/auditing/estimators/error-rate-bound.ts",
    from: "const ROUNDING = 1 - 1e-12;",
    to: "const ROUNDING = 1 + 1e-12;",
    tests: [BAND],
  },
];
