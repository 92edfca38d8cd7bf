import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { leastOverOrders } from "./least-over-orders.js";

const ALL = [
  ...Array.from({ length: 80 }, (_, i) => 1 + 2 ** ((i - 80) / 8)),
  ...Array.from({ length: 4095 }, (_, i) => i + 2),
  ...Array.from({ length: 120 }, (_, i) => 4096 * 2 ** ((i + 1) / 4)),
];

/** An epsilon of the Gaussian's kind, infinite beyond `end`. */
function objective(cost: number, budget: number, end = Infinity): (order: number) => number {
  return (order) => (order > end ? Infinity : cost * order + budget / (order - 1));
}

describe("least over orders", () => {
  it("is the least of all candidates, after few looks", () => {
    const magnitude = fc.double({ min: -12, max: 6, noNaN: true });
    fc.assert(
      fc.property(magnitude, magnitude, fc.constantFrom(1.5, 7, 300, Infinity), (a, b, end) => {
        let looks = 0;
        const f = objective(10 ** a, 10 ** b, end);
        const found = leastOverOrders((order) => {
          looks += 1;
          return f(order);
        });
        expect(found.value).toBe(Math.min(...ALL.map(f)));
        expect(f(found.order)).toBe(found.value);
        expect(looks).toBeLessThan(115);
      }),
      { numRuns: 300 },
    );
  });

  it("does not overlook a dip at order 2, nor another bound below it", () => {
    const dip = (order: number): number => (order === 2 ? 1 : order < 2 ? 9 : 4 + 1 / order);
    expect(leastOverOrders(dip)).toEqual({ order: 2, value: 1 });
    for (const least of [1.02, 1.25, 1.4]) {
      const fractions = (order: number): number =>
        order < 2 ? 3 + 30 * (order - least) ** 2 : 3.1 + order / 10;
      expect(leastOverOrders(fractions).value).toBe(Math.min(...ALL.map(fractions)));
    }
  });

  it("finds the better of two valleys, one of them past the tables", () => {
    const near = (order: number): number => (order > 4096 ? Infinity : 3 + (order - 40) ** 2);
    const far = (order: number): number => 2 + (Math.log(order) - Math.log(1e6)) ** 2;
    const both = (order: number): number => Math.min(near(order), far(order));
    expect(leastOverOrders(both).value).toBe(Math.min(...ALL.map(both)));
    expect(leastOverOrders((order) => Math.min(near(order), far(order) + 2)).order).toBe(40);
    const third = (order: number): number => 2.1 + (Math.log(order) - Math.log(1e10)) ** 2;
    expect(leastOverOrders((order) => Math.min(far(order), third(order))).value).toBe(
      Math.min(...ALL.map(far)),
    );
  });

  it("finds a valley between ends of tables, and one before infinity", () => {
    const cliff = (order: number): number => (order > 2000 ? 4 - 1e-6 * order : 5 - order / 1000);
    const narrow = (order: number): number => (order < 3e4 ? 2 + 1e4 / order : 2.2 - order / 1e9);
    for (const valley of [
      (order: number) => cliff(Math.min(order, 4096)) + order / 1e6,
      (order: number) => Math.max(0, narrow(order)),
    ]) {
      const { value, order } = leastOverOrders(valley);
      expect(value).toBe(Math.min(...ALL.map(valley), valley(Infinity)));
      expect(valley(order)).toBe(value);
    }
  });

  it("goes on to infinity", () => {
    const falling = (order: number): number => 1 / order;
    expect(leastOverOrders(falling)).toEqual({ order: Infinity, value: 0 });
  });

  it("is Infinity where the objective is, and takes other orders", () => {
    expect(leastOverOrders(() => Infinity).value).toBe(Infinity);
    expect(leastOverOrders(objective(1, 30), { orders: [3, 5.5, 8] })).toEqual({
      order: 5.5,
      value: objective(1, 30)(5.5),
    });
  });
});
