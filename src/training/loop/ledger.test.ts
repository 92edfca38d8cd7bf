import { describe, expect, it } from "vitest";
import { readEvent } from "../../privacy/read-event.js";
import { Ledger } from "./ledger.js";

const COARSE = { kind: "gaussian", noiseMultiplier: 2 } as const;
const FINE = { kind: "gaussian", noiseMultiplier: 3 } as const;

describe("Ledger", () => {
  it("counts equal neighbours and keeps the order of different ones", () => {
    const ledger = new Ledger()
      .record(COARSE, 1)
      .record({ ...COARSE }, 4)
      .record(FINE, 2)
      .record(COARSE, 1);
    expect(ledger.event).toEqual({
      kind: "sequence",
      of: [
        { kind: "repeat", times: 5, of: COARSE },
        { kind: "repeat", times: 2, of: FINE },
        { kind: "repeat", times: 1, of: COARSE },
      ],
    });
  });

  it("is one repeat when all events are equal, and the empty sequence at first", () => {
    expect(new Ledger().event).toEqual({ kind: "sequence", of: [] });
    expect(new Ledger().record(FINE, 7).event).toEqual({ kind: "repeat", times: 7, of: FINE });
  });

  it("never changes: recording makes another ledger", () => {
    const before = new Ledger().record(FINE, 7);
    before.record(FINE, 1);
    expect(before.event).toEqual({ kind: "repeat", times: 7, of: FINE });
    expect(Object.isFrozen(before.entries)).toBe(true);
  });

  it("reads back through the event reader", () => {
    const ledger = new Ledger().record(COARSE, 3).record(FINE, 2);
    expect(readEvent(JSON.parse(JSON.stringify(ledger.event)))).toEqual(ledger.event);
  });

  it.each([0, -1, 1.5, NaN])("refuses %d times", (times) => {
    expect(() => new Ledger().record(FINE, times)).toThrow(expect.objectContaining({ code: "OUT_OF_RANGE" }));
  });
});
