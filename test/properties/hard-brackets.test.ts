/** Brackets that once did not hold what they promise; found by random events. */
import { describe, expect, test } from "vitest";
import { deltas, guarantees, renyiDivergences } from "../../src/accounting/index.js";
import type { MechanismEvent, Method } from "../../src/privacy/index.js";

const gaussian = (noiseMultiplier: number): MechanismEvent => ({ kind: "gaussian", noiseMultiplier });
const local = (epsilon: number, delta = 0): MechanismEvent => ({ kind: "local", epsilon, delta });
const shuffle = (users: number, of: MechanismEvent): MechanismEvent => ({ kind: "shuffle", users, of });
const checkIn = (users: number, checkInRate: number, of: MechanismEvent): MechanismEvent => ({
  kind: "checkInShuffle",
  users,
  checkInRate,
  of,
});
const repeat = (times: number, of: MechanismEvent): MechanismEvent => ({ kind: "repeat", times, of });

const REPLACE_ONE = { adjacency: "replace-one" } as const;

function epsilonOf(event: MechanismEvent, delta: number, method: Method) {
  return guarantees(event, { ...REPLACE_ONE, delta, method }).guarantees[0]!.epsilon;
}

describe("brackets", () => {
  test("the blanket's have width, and a smaller delta costs no less", () => {
    const event = shuffle(5, { kind: "randomizedResponse", epsilon: 1, categories: 5555 });
    const at = (delta: number) => epsilonOf(event, delta, "blanket");
    for (const delta of [1e-6, 1e-5, 1e-4]) {
      const [smaller, larger] = [at(delta), at(delta * (1 + 1e-9))];
      expect(smaller.lower).toBeLessThan(smaller.upper);
      expect(smaller.upper - smaller.lower).toBeLessThan(1e-4 * smaller.upper);
      expect(smaller.upper).toBeGreaterThanOrEqual(larger.lower);
    }
  });

  test("a smaller delta costs few check-in reports no less", () => {
    const event = checkIn(155_283, 0.0005875005270857617, local(4.400054894776284, 4.056063066661058e-11));
    const delta = 1.5082961580743634e-8;
    const [smaller, larger] = [delta / 1.4607507449601547, delta].map((each) =>
      epsilonOf(event, each, "clones-2023"),
    );
    expect(smaller!.upper).toBeGreaterThanOrEqual(larger!.lower);
  });

  test("check-in is not refused where one of two counts meets the theorem's condition", () => {
    const { upper } = epsilonOf(checkIn(2000, 0.25, local(1.3857)), 1e-3, "clones-2021");
    expect(upper).toBeLessThan(1.3857);
  });

  test("joined numbers of check-in reports claim no lower end; where the absent hide, none are joined", () => {
    const [few, many] = [8, 400].map((users) =>
      epsilonOf(checkIn(users, 0.134, local(5)), 1e-6, "clones-2023-pld"),
    );
    expect(few!.lower / few!.upper).toBeGreaterThan(0.999);
    expect(many!.lower / many!.upper).toBeGreaterThan(0.999);
    const gaussian: MechanismEvent = { kind: "gaussian", noiseMultiplier: 1 };
    expect(epsilonOf(checkIn(400, 0.134, gaussian), 1e-6, "clones-2023-pld").lower).toBe(0);
  });

  test("a composition of bracketed rounds claims no lower end", () => {
    const once = shuffle(5000, local(2));
    expect(epsilonOf(repeat(3, once), 1e-6, "clones-2023").lower).toBe(0);
    const { lower, upper } = epsilonOf(once, 1e-6, "clones-2023");
    expect(lower).toBeLessThanOrEqual(upper);
    expect(lower / upper).toBeCloseTo(1, 9);
  });

  test("the lower bound of GDD21 stays below the truth next to order 1", () => {
    const { rdp } = renyiDivergences(shuffle(1, local(0.2124)), {
      ...REPLACE_ONE,
      orders: [1 + 9e-13],
      method: "unshuffled",
    });
    const { guarantees: found } = renyiDivergences(shuffle(1, local(0.2124)), {
      ...REPLACE_ONE,
      orders: [1 + 9e-13],
      method: "gdd21-lower",
    });
    expect(found[0]!.rdp[0]).toBeLessThanOrEqual(rdp.unshuffled![0]!);
    expect(found[0]!.rdp[0]).toBeCloseTo(0.0224724586, 8);
  });

  test("check-in among any number of users costs at least what its rate does, and no more with more users", () => {
    const orders = [1.5, 2, 9, 30];
    const rdpOf = (event: MechanismEvent) =>
      renyiDivergences(event, { ...REPLACE_ONE, orders, method: "unshuffled" }).rdp.unshuffled!;
    const secret = rdpOf({ kind: "subsampledShuffle", users: 10, sampled: 3, of: local(1) });
    let before = rdpOf(checkIn(1e9, 0.3, local(1)));
    for (const users of [1e10, 1e11, 1e12]) {
      const now = rdpOf(checkIn(users, 0.3, local(1)));
      now.forEach((value, i) => {
        expect(value).toBeGreaterThanOrEqual(secret[i]! * (1 - 1e-12));
        expect(value).toBeLessThanOrEqual(before[i]! * (1 + 1e-12));
      });
      before = now;
    }
  });

  test.each<[string, (users: number) => MechanismEvent, readonly number[]]>([
    ["Gaussian reports", (users) => shuffle(users, gaussian(1)), [1e9, 1e10, 1e11, 1e12]],
    ["reports that may fail", (users) => shuffle(users, local(1, 1e-9)), [100, 1000, 3000, 1e4, 1e6]],
    ["check-in", (users) => checkIn(users, 0.006, local(2)), [9, 10, 11, 12, 60, 61, 62, 63, 900, 901]],
  ])("of %s: more users cost no more", (_, eventOf, users) => {
    const figures = users.map((count) => epsilonOf(eventOf(count), 1e-6, "clones-2023").upper);
    for (let i = 1; i < figures.length; i++)
      expect(figures[i]).toBeLessThanOrEqual(figures[i - 1]! * (1 + 1e-3));
  });

  test("more users cost no more delta, where a small failure is needed to see it", () => {
    const deltaOf = (users: number) => {
      const event: MechanismEvent = {
        kind: "subsampledShuffle",
        users,
        sampled: 48,
        of: gaussian(18.782590674986984),
      };
      return deltas(event, { ...REPLACE_ONE, epsilon: 0.31580997387479187, method: "clones-2023-pld" })
        .guarantees[0]!.delta.upper;
    };
    expect(deltaOf(7_368_720)).toBeLessThanOrEqual(deltaOf(736_872) * 1.01);
  });

  test("fewer rounds of a rare sample cost no more delta", { tags: ["long"] }, () => {
    const round: MechanismEvent = {
      kind: "subsampledShuffle",
      users: 1_695_551,
      sampled: 33,
      of: gaussian(0.41479698774606644),
    };
    const [fewer, more] = [190, 380].map(
      (times) =>
        deltas(repeat(times, round), { ...REPLACE_ONE, epsilon: 0.09401394087064716, method: "pld" })
          .guarantees[0]!.delta.upper,
    );
    expect(fewer).toBeLessThan(more!); // 1.1e-4, by total variation, where no coarser lattice was tried
  });

  test("numbers that hide each other near epsilon 0 do not count as if they hid nothing", () => {
    const event = shuffle(50, { kind: "laplaceScalar", noiseToWidth: 9.682200092177471 });
    const figures = [0, 1e-12, 1.7e-8, 1e-6, 1e-4, 1e-3].map(
      (epsilon) => deltas(event, { ...REPLACE_ONE, epsilon, method: "blanket" }).guarantees[0]!.delta.upper,
    );
    figures.slice(1).forEach((delta, i) => {
      expect(delta).toBeLessThanOrEqual(figures[i]! * (1 + 1e-6)); // 0.050 between 1e-11 and 1e-6
    });
    expect(figures[0]).toBeLessThan(0.006);
  });

  test("the best order is found beyond a hill", () => {
    const event = checkIn(145, 0.01394387843734993, gaussian(39.92017096398436));
    const options = { adjacency: "zero-out", delta: 2.1104129935046237e-10, method: "unshuffled" } as const;
    const [one, two] = [event, repeat(2, event)].map((each) => guarantees(each, options).guarantees[0]!);
    expect(one!.epsilon.upper).toBeLessThan(two!.epsilon.upper);
    expect(one!.epsilon.upper).toBeLessThan(0.05); // 0.11 at the best order below 160
  });

  test("one round costs no more than two, whatever delta pays for", () => {
    const event = checkIn(5, 0.1, local(1));
    const at = (times: number) =>
      epsilonOf(repeat(times, event), 0.4603432664676661, "strong-composition").upper;
    expect(at(1)).toBeLessThanOrEqual(at(2));
  });

  test("a conditional divergence does not exceed what is proven in the same answer", () => {
    const orders = [1.5, 2, 3, 17.5, 40];
    for (const event of [checkIn(200, 0.01, gaussian(0.05)), checkIn(3, 0.5, gaussian(0.3))]) {
      const { rdp } = renyiDivergences(event, { ...REPLACE_ONE, orders });
      orders.forEach((_, i) => {
        expect(rdp["rdp-exact"]![i]).toBeLessThanOrEqual(rdp.unshuffled![i]! * (1 + 1e-9));
      });
    }
  });
});
