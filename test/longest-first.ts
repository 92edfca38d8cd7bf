import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The files that take longest, in seconds on two idle cores: where one of them comes last, the other workers
 * wait for it. A fresh clone has no times of earlier runs.
 */
const SECONDS: Readonly<Record<string, number>> = {
  "test/server/federation.test.ts": 158,
  "test/e2e/experiment.test.ts": 92,
  "test/package/fresh-projects.test.ts": 85,
  "test/package/node-versions.test.ts": 82,
  "test/e2e/browser-training.test.ts": 57,
  "test/docs/generated.test.ts": 55,
  "test/docs/code-blocks.test.ts": 53,
  "test/server/postgres-kills.test.ts": 46,
  "test/e2e/train.test.ts": 45,
  "test/server/kills.test.ts": 45,
  "test/e2e/report.test.ts": 43,
  "test/server/postgres-shuffler-store.test.ts": 40,
  "test/server/postgres-serve.test.ts": 40,
  "test/package/contents.test.ts": 39,
  "test/statistical/shuffled-caps.test.ts": 39,
  "test/e2e/charts.test.ts": 38,
  "test/e2e/design.test.ts": 38,
  "test/server/pages.test.ts": 37,
  "test/properties/random-events.test.ts": 37,
  "test/statistical/shuffled-gaussians.test.ts": 36,
  "test/e2e/terminal/train.test.ts": 36,
  "test/e2e/audit-stop.test.ts": 36,
  "test/e2e/strict-policy.test.ts": 35,
  "test/e2e/terminal/completion.test.ts": 34,
  "test/properties/missing-arguments.test.ts": 32,
  "test/server/two-operators.test.ts": 32,
  "test/docs/examples.test.ts": 30,
  "test/types/new-kinds.test.ts": 30,
  "src/accounting/blocks-and-dummies.test.ts": 36,
  "src/training/loop/randomness.test.ts": 27,
  "src/accounting/accountants/clones-2023-pld.test.ts": 18,
  "src/analytics/design-randomizer.test.ts": 17,
  "src/training/loop/charging.test.ts": 16,
  "src/training/loop/budget.test.ts": 16,
  "src/auditing/training/training-game.test.ts": 13,
};

/**
 * Those that need a process of their own first: they start while the shared workers are busy. Within each the
 * files that take longest, then as vitest sorts them.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => {
      const [left, right] = [a.project.config, b.project.config];
      return Number(right.isolate) - Number(left.isolate) || this.#seconds(b) - this.#seconds(a);
    });
  }

  #seconds({ moduleId }: TestSpecification): number {
    return SECONDS[relative(this.ctx.config.root, moduleId)] ?? 0;
  }
}
