import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { guarantees } from "../../src/accounting/index.js";
import type { MechanismEvent } from "../../src/privacy/index.js";

const BUNDLE = join(import.meta.dirname, "../../dist/browser/accounting.js");

describe("the accounting bundle for web pages", () => {
  it("imports nothing", () => {
    expect(readFileSync(BUNDLE, "utf8")).not.toMatch(/\bimport\s*[{*"'(]|\bfrom\s*["']|\brequire\("/);
  });

  it("computes what the library computes", async () => {
    const bundle = (await import(BUNDLE)) as { guarantees: typeof guarantees };
    const event: MechanismEvent = {
      kind: "repeat",
      times: 7,
      of: { kind: "shuffle", users: 1000, of: { kind: "gaussian", noiseMultiplier: 3 } },
    };
    const options = { adjacency: "zero-out", delta: 1e-5 } as const;
    expect(bundle.guarantees(event, options)).toEqual(guarantees(event, options));
  });
});
