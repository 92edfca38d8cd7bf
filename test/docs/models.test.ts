import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../../scripts/docs/user-project.js";
import type { Layer } from "../../src/training/layers/layer.js";
import { kindOf, LAYER_KINDS } from "../../src/training/layers/registry.js";

const PAGE = readFileSync(join(ROOT, "docs/models.md"), "utf8");
const ROWS = new Map([...PAGE.matchAll(/^\| `(\w+)` \|(.*)\|$/gm)].map(([, kind, row]) => [kind!, row!]));

/** Extents that every kind fits. */
const INPUT = { height: 6, width: 1, channels: 6 };
const NUMBERS = {
  units: 2,
  vocabulary: 2,
  heads: 1,
  side: 1,
  stride: 1,
  padding: 0,
  filters: 1,
  segments: 1,
};

it.each(Object.entries(LAYER_KINDS))(
  "docs/models.md has %s, its fields, its words and its weights",
  (kind, spec) => {
    const row = ROWS.get(kind);
    expect(row).toBeDefined();
    for (const [name, field] of Object.entries(spec.fields)) {
      expect(row).toContain(`\`${name}\``);
      for (const word of "words" in field ? field.words : []) expect(row).toContain(`\`${word}\``);
    }
    const layer = { kind, ...NUMBERS } as unknown as Layer;
    for (const { name } of kindOf(layer).parameters(layer, INPUT)) expect(row).toContain(`\`${name}\``);
  },
);
