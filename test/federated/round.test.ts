import { describe, expect, it } from "vitest";
import { openFederation } from "./_internal/federation.js";

const ANSWERS = ["no", "no", "yes", "yes", "yes", "sometimes", "no", "yes"];

describe("a round", () => {
  it("goes from answers to a signed result with figures", async () => {
    const federation = await openFederation();
    const { analyzer, shuffler, id } = federation;
    expect(await analyzer.advance(id)).toEqual({ round: 0, stage: "none" });
    expect(await analyzer.announce(id)).toEqual({ round: 1, stage: "collecting" });
    expect(await federation.report(ANSWERS)).toEqual(ANSWERS.map(() => "accepted"));
    await shuffler.tick();
    expect(await analyzer.advance(id)).toEqual({ round: 1, stage: "collecting" });
    federation.pass(60);
    expect(await federation.report(["no"])).toEqual(["none"]);
    await shuffler.tick();
    const { stage, result } = await analyzer.advance(id);
    expect(stage).toBe("published");
    expect(result).toMatchObject({
      round: 1,
      reports: 8,
      dummies: 20,
      invalid: [0],
      rounds: { charged: 1, planned: 3 },
    });
    const [rain] = result!.estimates!;
    expect(rain).toMatchObject({ kind: "frequencies", column: "rain", users: 8 });
    const { full, dummiesOnly, plain, local } = result!.figures;
    for (const { guarantee, adversary } of [full, dummiesOnly, plain, local]) {
      expect(guarantee).toMatchObject({
        side: "upper",
        status: "proven",
        adjacency: "replace-one",
        delta: 1e-4,
      });
      expect(adversary.length).toBeGreaterThan(10);
    }
    expect(full.guarantee.epsilon.upper).toBeLessThan(local.guarantee.epsilon.upper);
    expect(plain.guarantee).toEqual(local.guarantee); // anybody may join: no other user is credited
    expect(await analyzer.advance(id)).toMatchObject({ stage: "published", result });
  });

  it("below the floor is cancelled and refunded; the next one has the next number", async () => {
    const federation = await openFederation();
    const { analyzer, id } = federation;
    expect(await federation.wholeRound(ANSWERS.slice(0, 4))).toEqual({ round: 1, stage: "cancelled" });
    expect(await analyzer.spent(id)).toBeUndefined();
    expect(await federation.analyzerStore.keys()).toEqual([]);
    expect(await federation.wholeRound(ANSWERS.slice(0, 5))).toMatchObject({ round: 2, stage: "published" });
    expect(await federation.wholeRound(ANSWERS)).toMatchObject({ round: 3, stage: "published" });
    expect(await federation.wholeRound(ANSWERS)).toMatchObject({ round: 4, stage: "published" });
    await expect(analyzer.announce(id)).rejects.toMatchObject({ code: "REFUSED" });
  });
});
