/** The local randomizers whose blanket terms are known. */
export type BlanketRandomizer =
  /** Any (localEpsilon, 0)-LDP randomizer. */
  | { readonly kind: "generic" }
  /** A number in [0, 1] plus Laplace noise of scale 1 / localEpsilon. */
  | { readonly kind: "laplace" }
  | { readonly kind: "randomizedResponse"; readonly categories: number };

/**
 * The privacy amplification variable L = (mu_x(Y) - e^epsilon mu_x'(Y)) / omega(Y) of a randomizer, Y drawn
 * from its blanket omega, worst over x, x'. Its mean is 1 - e^epsilon.
 */
export interface BlanketTerms {
  /** gamma: the blanket's probability; a lower bound of it where not known. */
  readonly mass: number;
  /** max L - min L. */
  readonly range: number;
  /** max L. */
  readonly largest: number;
  /** E[L^2]. */
  readonly secondMoment: number;
}

/** The terms at one epsilon, as in Section 5 of the paper. */
export function blanketTerms(
  randomizer: BlanketRandomizer,
  localEpsilon: number,
  epsilon: number,
): BlanketTerms {
  switch (randomizer.kind) {
    case "generic":
      return genericTerms(localEpsilon, epsilon);
    case "laplace":
      return laplaceTerms(localEpsilon, epsilon);
    case "randomizedResponse":
      return categoryTerms(randomizer.categories, localEpsilon, epsilon);
  }
}

/** With e^-localEpsilon <= gamma <= 1, each term at its worse end. */
function genericTerms(localEpsilon: number, epsilon: number): BlanketTerms {
  const growth = Math.exp(epsilon);
  return {
    mass: Math.exp(-localEpsilon),
    range: (growth + 1) * 2 * Math.sinh(localEpsilon),
    largest: Math.exp(localEpsilon) * -Math.expm1(epsilon - 2 * localEpsilon),
    secondMoment: Math.exp(localEpsilon) * (growth * growth + 1) - 2 * Math.exp(epsilon - 3 * localEpsilon),
  };
}

function laplaceTerms(localEpsilon: number, epsilon: number): BlanketTerms {
  const growth = Math.exp(epsilon);
  const half = Math.exp(localEpsilon / 2);
  return {
    mass: 1 / half,
    range: (growth + 1) * 2 * Math.sinh(localEpsilon / 2),
    largest: half * -Math.expm1(epsilon - localEpsilon),
    secondMoment:
      ((growth * growth + 1) / 3) * (2 * half + 1 / (half * half)) -
      2 * growth * (2 / half - 1 / (half * half)),
  };
}

function categoryTerms(categories: number, localEpsilon: number, epsilon: number): BlanketTerms {
  const growth = Math.exp(epsilon);
  const drift = Math.expm1(epsilon);
  const rest = Math.exp(-localEpsilon);
  const total = 1 + (categories - 1) * rest;
  const mass = (categories * rest) / total;
  const truthful = -Math.expm1(-localEpsilon) / total;
  return {
    mass,
    range: truthful * categories * (growth + 1),
    largest: truthful * categories - mass * drift,
    secondMoment:
      mass * (2 - mass) * drift * drift + truthful * truthful * categories * (growth * growth + 1),
  };
}
