import { describe, expect, it } from "vitest";
import { readEvent } from "../../privacy/read-event.js";
import { Charges } from "./charges.js";

const COARSE = { kind: "gaussian", noiseMultiplier: 2 } as const;
const FINE = { kind: "gaussian", noiseMultiplier: 3 } as const;

describe("Charges", () => {
  it("counts equal rounds, by the order of their first", () => {
    const ledger = new Charges()
      .charge(COARSE, 1)
      .charge({ ...COARSE }, 4)
      .charge(FINE, 2)
      .charge(COARSE, 1);
    expect(ledger.event).toEqual({
      kind: "sequence",
      of: [
        { kind: "repeat", times: 6, of: COARSE },
        { kind: "repeat", times: 2, of: FINE },
      ],
    });
  });

  it("is one repeat when all events are equal, and the empty sequence at first", () => {
    expect(new Charges().event).toEqual({ kind: "sequence", of: [] });
    expect(new Charges().charge(FINE, 7).event).toEqual({ kind: "repeat", times: 7, of: FINE });
  });

  it("never changes: a charge makes another value", () => {
    const before = new Charges().charge(FINE, 7);
    before.charge(FINE, 1);
    expect(before.event).toEqual({ kind: "repeat", times: 7, of: FINE });
    expect(Object.isFrozen(before.entries)).toBe(true);
  });

  it("reads back through the event reader", () => {
    const ledger = new Charges().charge(COARSE, 3).charge(FINE, 2);
    expect(readEvent(JSON.parse(JSON.stringify(ledger.event)))).toEqual(ledger.event);
  });

  it("is refused where an entry is not an event", () => {
    const entries = [{ kind: "gaussian", noiseMultiplier: NaN }] as const;
    expect(() => new Charges(entries)).toThrow(expect.objectContaining({ code: "OUT_OF_RANGE" }));
  });

  it.each([0, -1, 1.5, NaN])("refuses %d times", (times) => {
    expect(() => new Charges().charge(FINE, times)).toThrow(
      expect.objectContaining({ code: "OUT_OF_RANGE" }),
    );
  });
});
