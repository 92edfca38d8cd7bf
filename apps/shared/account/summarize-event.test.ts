import { expect, it } from "vitest";
import type { MechanismEvent } from "../../../src/privacy/index.js";
import { wrapText } from "../words/wrap-text.js";
import { describeEvent } from "./describe-event.js";
import { summarizeEvent } from "./summarize-event.js";

const poisson = (noiseToClip: number): MechanismEvent => ({
  kind: "poissonSample",
  rate: 0.01,
  of: { kind: "gaussian", noiseToClip },
});
const subsets = (users: number): MechanismEvent => ({
  kind: "repeat",
  times: 7,
  of: {
    kind: "checkInShuffle",
    users,
    checkInRate: 0.1234,
    of: { kind: "subsetResponse", epsilon: 1.234, mass: 0.1234, overlap: 0.01234 },
  },
});
const schedule = (count: number, of: (index: number) => MechanismEvent): MechanismEvent => ({
  kind: "sequence",
  of: Array.from({ length: count }, (_, index) => of(index)),
});

it("names four of a thousand kinds, and how many more there are", () => {
  expect(
    summarizeEvent(
      schedule(1000, (i) => poisson(1 + i / 1000)),
      80,
    ),
  ).toBe(
    [
      "Poisson sample at rate 0.01, Gaussian noise 1 C",
      "Poisson sample at rate 0.01, Gaussian noise 1.001 C",
      "Poisson sample at rate 0.01, Gaussian noise 1.002 C",
      "Poisson sample at rate 0.01, Gaussian noise 1.003 C",
      "and 996 more kinds of rounds",
    ].join("; "),
  );
});

it("counts rounds of one kind once, wherever they stand", () => {
  const event: MechanismEvent = {
    kind: "repeat",
    times: 10,
    of: schedule(1000, (i) => poisson(1 + (i % 2))),
  };
  expect(summarizeEvent(event, 80)).toBe(
    "5,000 x Poisson sample at rate 0.01, Gaussian noise 1 C; 5,000 x Poisson sample at rate 0.01, Gaussian noise 2 C",
  );
});

it("leaves what is short as it is", () => {
  for (const event of [poisson(1), subsets(1000), schedule(3, (i) => poisson(1 + i)), schedule(0, poisson)]) {
    expect(summarizeEvent(event, 80)).toBe(describeEvent(event));
  }
});

it.each([40, 80, 120])("takes at most four lines of %i columns, of however many kinds", (width) => {
  for (const of of [poisson, subsets]) {
    for (let count = 1; count <= 12; count++) {
      const words = summarizeEvent(
        schedule(count, (i) => of(i + 1)),
        width,
      );
      const lines = wrapText(words, { width }).split("\n");
      const named = words.split("; ").filter((each) => !each.startsWith("and "));
      expect(lines.length <= 4 || named.length === 1, words).toBe(true);
      const more = /and (\d+) more kinds? of rounds$/.exec(words)?.[1] ?? 0;
      expect(named.length + Number(more)).toBe(count);
    }
  }
});
