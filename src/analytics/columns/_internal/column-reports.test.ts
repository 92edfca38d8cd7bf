import { describe, expect, it } from "vitest";
import { seededSource } from "../../../random/index.js";
import { encodeReports } from "../../encode-reports.js";
import { shuffleReports } from "../../shuffle-reports.js";
import { planColumns } from "../plan-columns.js";
import { columnReports } from "./column-reports.js";

const USERS = 400;
const PUBLIC = { users: USERS, localEpsilon: 30, adjacency: "replace-one", delta: 1e-6 } as const;
const CITY = { kind: "frequencies", column: "city", categories: ["north", "south"] } as const;
const ANSWER = { kind: "frequencies", column: "answer", categories: ["no", "yes", "unknown"] } as const;
const AGE = { kind: "mean", column: "age", lower: 18, upper: 98 } as const;

/**
 * Half of the users have the first value, the others the second: their reports nearly tell whose they are.
 */
const halves = (first: number, second: number) =>
  Uint32Array.from({ length: USERS }, (_, user) => (user < USERS / 2 ? first : second));

describe("the reports about a column", () => {
  it.each([
    ["categories", planColumns({ columns: [ANSWER], ...PUBLIC }), halves(0, 2), undefined],
    ["numbers", planColumns({ columns: [AGE], ...PUBLIC }), halves(18, 98), undefined],
    [
      "groups and values",
      planColumns({ columns: [ANSWER], groupBy: CITY, ...PUBLIC }),
      halves(1, 1),
      halves(0, 1),
    ],
  ] as const)(
    "%s, are each user's, in an order that tells nothing of the users'",
    (kind, plan, values, groups) => {
      const [column] = plan.columns;
      const reports = columnReports(column!, { values, groups }, seededSource(5));

      const source = seededSource(5);
      const numbers = groups === undefined ? values : values.map((value, user) => groups[user]! * 3 + value);
      const { randomizer } = column!;
      const encoded = encodeReports(
        numbers,
        "response" in randomizer && kind !== "numbers" ? randomizer.response : (randomizer as never),
        source,
      );
      expect(reports).toEqual(shuffleReports(encoded, source));
      expect(reports.toSorted()).toEqual(encoded.toSorted());
      // As they come, the first half of the reports are the first half of the users'.
      const [left, right] = [encoded[0]!, encoded[USERS - 1]!];
      expect(encoded.slice(0, USERS / 2)).toEqual(halves(left, left).slice(USERS / 2));
      // Shuffled, 100 of them in the mean: 60 is 8 standard deviations below.
      const among = reports.slice(0, USERS / 2).filter((report) => report === right).length;
      expect(among).toBeGreaterThan(60);
      expect(among).toBeLessThan(140);
    },
  );
});
