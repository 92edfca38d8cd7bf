import type { Mutant } from "../mutant.js";

const SUBSETS_TEST = ["test/properties/shuffled-subsets.test.ts"];
const CHANNELS_TEST = ["test/properties/shuffled-channels.test.ts"];

/** Randomizers whose shape is known: two levels, or a matrix. */
export const SHAPES: readonly Mutant[] = [
  {
    what: "sets are half as large",
    file: "src/accounting/core/response-shape.ts",
    from: "Math.max(1 / mass, 1 + ownShare)",
    to: "Math.max(2 / mass, 1 + ownShare)",
    tests: SUBSETS_TEST,
  },
  {
    what: "sets meet twice as much",
    file: "src/accounting/core/response-shape.ts",
    from: "mass - overlap) / mass",
    to: "mass - 2 * overlap) / mass",
    tests: SUBSETS_TEST,
  },
  {
    what: "what is outside of sets of nearly all mass is rounded to less",
    file: "src/accounting/core/response-shape.ts",
    from: "Math.min(1 - mass,",
    to: "Math.min((1 / mass - 1) * mass,",
    tests: CHANNELS_TEST,
  },
  {
    what: "the others' reports in both sets count twice",
    file: "src/accounting/pld/pairs/rest-laws.ts",
    from: "offset: (1 + revealed) * each",
    to: "offset: 2 * (1 + revealed) * each",
    tests: SUBSETS_TEST,
  },
  {
    what: "the changed report in both sets counts twice",
    file: "src/accounting/pld/pairs/shuffled-response-pair.ts",
    from: "elsewhere, trials - at, 1 + growth);",
    to: "elsewhere, trials - at, 2 * (1 + growth));",
    tests: SUBSETS_TEST,
  },
  {
    what: "revealed reports hide",
    file: "src/accounting/pld/pairs/shuffled-response-pair.ts",
    from: "restLaws({ neither, both, revealed: growth }, grid)",
    to: "restLaws({ neither: neither + growth, both, revealed: 0 }, grid)",
    tests: SUBSETS_TEST,
  },
  {
    what: "PrivUnit's cap is taken for smaller than it is",
    file: "src/mechanisms/_internal/cap-randomizer.ts",
    from: "mass * (1 + MASS_MARGIN)",
    to: "mass * (1 - MASS_MARGIN)",
    tests: ["src/mechanisms/cap-randomizers.test.ts"],
  },
  {
    what: "one sign of one coordinate is taken for a smaller set",
    file: "src/mechanisms/_internal/one-sign-randomizer.ts",
    from: "mass: 1 / 2 })",
    to: "mass: 1 / 4 })",
    tests: ["src/mechanisms/discrete-randomizers.test.ts"],
  },
  {
    what: "a run that began with other charges goes on with sharper ones",
    file: "src/training/loop/_internal/as-begun.ts",
    from: "return former === undefined ? protocol : { ...protocol, describeEvent: () => former };",
    to: "return protocol;",
    tests: ["src/training/loop/going-on.test.ts"],
  },
  {
    what: "the blanket is as large as the likeliest input's law",
    file: "src/accounting/pld/channel/blanket-pairs.ts",
    from: "Math.min(...rows.map((row) => row[report]!))",
    to: "Math.max(...rows.map((row) => row[report]!))",
    tests: CHANNELS_TEST,
  },
  {
    what: "reports that the blanket cannot make cost nothing",
    file: "src/accounting/pld/channel/contributions.ts",
    from: "revealed: revealed.reduce((sum, [p, q]) => sum + Math.max(0, excess(p, q)), 0),",
    to: "revealed: 0,",
    tests: CHANNELS_TEST,
  },
  {
    what: "contributions are rounded down to the lattice",
    file: "src/accounting/pld/channel/mean-excess.ts",
    from: "found.set(place + 1, (found.get(place + 1) ?? 0) + masses[i]! * up);",
    to: "found.set(place, (found.get(place) ?? 0) + masses[i]! * up);",
    tests: CHANNELS_TEST,
  },
  {
    what: "copies are counted twice where they are added up in blocks",
    file: "src/accounting/pld/channel/mean-excess.ts",
    from: "/ 2 ** doublings + block.cut",
    to: "/ 2 ** (doublings + 1) + block.cut",
    tests: CHANNELS_TEST,
  },
  {
    what: "a coarser lattice loses the mean",
    file: "src/accounting/pld/channel/block-law.ts",
    from: "coarse[Math.ceil(place / 2) - start]! += each / 2;",
    to: "coarse[Math.floor(place / 2) - start]! += each / 2;",
    tests: CHANNELS_TEST,
  },
  {
    what: "the sampled profile falls with the square of the rate",
    file: "src/accounting/pld/channel/channel-profile.ts",
    from: "band.weight * band.samplingRate * channels[i]!",
    to: "band.weight * band.samplingRate ** 2 * channels[i]!",
    tests: CHANNELS_TEST,
  },
  {
    what: "the log-ratio of the second likeliest report is a channel's epsilon",
    file: "src/accounting/core/channel-epsilon.ts",
    from: "const epsilon = Math.max(...largest);",
    to: "const epsilon = largest.sort((a, b) => b - a)[1]!;",
    tests: CHANNELS_TEST,
  },
  {
    what: "rows of a matrix need not sum to one",
    file: "src/privacy/read-channel-matrix.ts",
    from: "ROW_SUM_ERROR = 1e-9;",
    to: "ROW_SUM_ERROR = 1;",
    tests: ["src/privacy/event-constructors.test.ts"],
  },
];
