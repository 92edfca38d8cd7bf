import { describe, expect, it, vi } from "vitest";
import { closesWhenFull, nextLookMs } from "../../src/federated/study/closing.js";
import { crypto, openFederation, URLS } from "./_internal/federation.js";

const ANSWERS = ["no", "no", "yes", "yes", "yes", "sometimes"];

describe("a round closes", () => {
  /** As many users as the study allows, each with a credential. */
  async function enrolled() {
    const federation = await openFederation({ study: { admission: "credentials", cap: ANSWERS.length } });
    const credentials = ANSWERS.map(() => crypto.randomBytes(32));
    await federation.shuffler.enrol(federation.id, credentials);
    await federation.analyzer.announce(federation.id);
    return { ...federation, credentials };
  }

  it("as soon as all who may take part have, where each needs a credential", { tags: ["slow"] }, async () => {
    const { client, credentials, id, shuffler, store, analyzer } = await enrolled();
    for (const [user, credential] of credentials.entries()) {
      await shuffler.tick();
      expect((await store.round(id, 1))!.state).toBe("collecting");
      const one = client();
      await one.join({ url: URLS.public, study: id, credential });
      expect((await one.takePart(id, { rain: ANSWERS[user]! })).outcome).toBe("accepted");
    }
    await shuffler.tick();
    expect((await store.round(id, 1))!.state).toBe("released");
    expect((await analyzer.advance(id)).stage).toBe("published");
  });

  it("by the clock alone where anybody may join: one sender cannot end round after round", async () => {
    const cap = ANSWERS.length;
    const federation = await openFederation({ study: { cap } });
    const { analyzer, id, shuffler, store, report, pass } = federation;
    await analyzer.announce(id);
    expect(await report(ANSWERS)).toEqual(ANSWERS.map(() => "accepted"));
    await shuffler.tick();
    expect((await store.round(id, 1))!.state).toBe("collecting");
    pass(60);
    await shuffler.tick();
    expect((await store.round(id, 1))!.state).toBe("released");
  });

  it("and while it collects its dummies are looked for once", async () => {
    const { shuffler, store, id } = await enrolled();
    const looks = vi.spyOn(store, "hasRows");
    await shuffler.tick();
    expect(looks).toHaveBeenCalled();
    const { length } = looks.mock.calls;
    await shuffler.tick();
    await shuffler.tick();
    expect(looks).toHaveBeenCalledTimes(length);
    expect((await store.round(id, 1))!.state).toBe("collecting");
  });

  it("looks again in step with the window, where it may close before its time", () => {
    const look = (windowSeconds: number) => nextLookMs({ admission: "credentials", windowSeconds });
    expect([1, 300, 86_400].map(look)).toEqual([1_000, 6_000, 10_000]);
    expect(closesWhenFull({ admission: "open" })).toBe(false);
    expect(nextLookMs({ admission: "open", windowSeconds: 60 })).toBe(Infinity);
  });
});
