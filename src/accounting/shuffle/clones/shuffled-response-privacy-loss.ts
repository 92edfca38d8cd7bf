import { PrivacyLossDistribution } from "../../../pld/privacy-loss-distribution.js";
import { checkNumber, checkOptions, DOMAIN } from "../../../validate.js";
import { MAX_CATEGORIES, MAX_REPORTS } from "../shuffle-ranges.js";
import { shuffledResponsePair } from "./response-law/shuffled-response-pair.js";

/**
 * The privacy loss of one shuffled round of k-ary randomized response, of all users or of a fixed-size
 * sample.
 *
 * Guarantee: the pair dominates under replace-one (proven). A sampled round uses the larger one of both
 * sampled profiles at every point, which is what composes; composing the two apart and taking the larger
 * epsilon is no upper bound. Assumes: honest shuffler; each sampled user sends one report. Edges: local
 * epsilon 0 gives epsilon 0; one below 1e-12 counts as 1e-12.
 *
 * @param options.users n, integer in [1, 1e12]
 * @param options.localEpsilon epsilon of one report, nats, [0, 30]
 * @param options.categories k, integer in [2, 1e6]; more categories only hide better
 * @param options.sampled reports per round, drawn without replacement, integer in [1, n], at most 1e9;
 *   default n
 * @throws DpError OUT_OF_RANGE a parameter is outside its range
 * @see Balle, Bell, Gascon, Nissim, "The Privacy Blanket of the Shuffle Model", CRYPTO 2019, arXiv:1903.02837
 */
export function shuffledResponsePrivacyLoss(options: {
  readonly users: number;
  readonly localEpsilon: number;
  readonly categories: number;
  readonly sampled?: number;
}): PrivacyLossDistribution {
  const where = "shuffledResponsePrivacyLoss";
  checkOptions(where, options);
  const users = checkNumber(`${where}: users`, options.users, DOMAIN.count);
  const localEpsilon = checkNumber(`${where}: localEpsilon`, options.localEpsilon, { min: 0, max: 30 });
  const categories = checkNumber(`${where}: categories`, options.categories, {
    min: 2,
    max: MAX_CATEGORIES,
    integer: true,
  });
  const reports = checkNumber(
    `${where}: ${options.sampled === undefined ? "users" : "sampled"}`,
    options.sampled ?? users,
    { min: 1, max: Math.min(users, MAX_REPORTS), integer: true },
  );
  if (localEpsilon === 0) return new PrivacyLossDistribution([]);
  return PrivacyLossDistribution.of(
    shuffledResponsePair({
      localEpsilon,
      reports,
      categories,
      ownShare: 1,
      samplingRate: reports / users,
    }),
  );
}
