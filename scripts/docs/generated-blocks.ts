import { PAPERS } from "../../experiments/listed-experiment.js";
import { EVENT_KINDS } from "../../src/privacy/kinds/registry.js";
import { activeUsersTable } from "./active-users-table.js";
import { blocksTable } from "./blocks-table.js";
import { coverageTable } from "./coverage-table.js";
import { domainTable } from "./domain-table.js";
import { eventTable } from "./event-tables.js";
import { experimentsTable } from "./experiments-table.js";
import { paperItemsTable, verdictsTable } from "./paper-items-table.js";
import { situationsTable } from "./situations-table.js";
import { uploadsTable } from "./uploads-table.js";
import { yjx25AuditTable } from "./yjx25-audit-table.js";

/** The documents that hold generated blocks. */
export const DOCUMENTS: readonly string[] = [
  "docs/choosing-an-accountant.md",
  "docs/conventions.md",
  "docs/events.md",
  "docs/experiments.md",
  "docs/federation.md",
  "docs/sharp-edges.md",
  "docs/training.md",
];

const BLOCKS: Readonly<Record<string, () => string>> = {
  "active users": activeUsersTable,
  "blocks and dummies": blocksTable,
  coverage: coverageTable,
  domain: domainTable,
  experiments: experimentsTable,
  situations: situationsTable,
  "training uploads": uploadsTable,
  verdicts: verdictsTable,
  "yjx25 audits": yjx25AuditTable,
  ...Object.fromEntries(PAPERS.map((paper) => [`items ${paper}`, () => paperItemsTable(paper)])),
  ...Object.fromEntries(Object.keys(EVENT_KINDS).map((kind) => [`event ${kind}`, () => eventTable(kind)])),
};

/** The document with each block between `<!-- generated: NAME -->` and `<!-- end -->` made anew. */
export function withGeneratedBlocks(text: string): string {
  return text.replace(
    /(<!-- generated: ([\w ]+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, start: string, name: string, end: string) => `${start}${BLOCKS[name]!()}\n${end}`,
  );
}
