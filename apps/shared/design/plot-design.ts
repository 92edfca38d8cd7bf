import {
  type DesignedRandomizer,
  type DesignOptions,
  type DesignReport,
  designRandomizer,
} from "../../../src/analytics/index.js";
import type { LineChart } from "../../../src/charts/line-chart.js";
import { STATUS_STROKE } from "../../../src/charts/status-stroke.js";
import { DpError } from "../../../src/errors.js";
import { formatUp } from "../../../src/privacy/format-number.js";
import { quoted } from "../account/figure-tables.js";
import type { Say } from "../words/say.js";
import { randomizerWords } from "./describe-randomizer.js";

/** Errors drawn, from `1 / REACH` of the best design's to `REACH` of it. */
const POINTS = 9;
const REACH = 4;

/** Epsilon against error, one line per randomizer; every point is a design of its own for that error. */
export function plotDesign(options: DesignOptions, { best }: DesignReport, say: Say): LineChart {
  const { targetEpsilon: _epsilon, ...setting } = options;
  const errors = Array.from(
    { length: POINTS },
    (_, index) => best.standardError * REACH ** ((2 * index) / (POINTS - 1) - 1),
  );
  const found = errors.flatMap((targetError, index) => {
    say(`drawing error ${formatUp(targetError)} (${index + 1} of ${POINTS}) ...`);
    return designsAt({ ...setting, targetError });
  });
  const names = [...new Set(found.map(randomizerWords))];
  return {
    title: "Privacy against error",
    subtitle: `${options.users.toLocaleString("en")} users, best proven figure of each randomizer`,
    xTitle: "standard deviation of one round's estimate",
    yTitle: `epsilon at delta = ${formatUp(options.delta)}, ${options.adjacency}`,
    xScale: "log",
    yScale: "log",
    series: names.map((name) => {
      const designs = found.filter((each) => randomizerWords(each) === name);
      const { guarantee } = designs.at(-1)!;
      return {
        name: `${name} (${guarantee.status})`,
        stroke: STATUS_STROKE[guarantee.status],
        points: designs.map((each) => ({ x: each.standardError, y: each.guarantee.epsilon.upper })),
        last: quoted(guarantee, guarantee.epsilon),
      };
    }),
  };
}

/** All designs that reach an error; none where no randomizer does. */
function designsAt(options: DesignOptions): DesignedRandomizer[] {
  try {
    const { designs, trustedServer } = designRandomizer(options);
    return trustedServer === undefined ? [...designs] : [...designs, trustedServer];
  } catch (error) {
    if (error instanceof DpError && error.code === "NOT_APPLICABLE") return [];
    throw error;
  }
}
