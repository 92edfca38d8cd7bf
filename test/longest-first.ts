import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The files that take longest, in seconds of processor time, those that wait for servers and signals by the
 * clock: where one of them comes last, the other workers wait for it. A fresh clone has no times of earlier
 * runs.
 */
const SECONDS: Readonly<Record<string, number>> = {
  "test/server/federation.test.ts": 63,
  "test/e2e/experiment.test.ts": 50,
  "test/server/postgres-kills.test.ts": 46,
  "test/server/kills.test.ts": 45,
  "test/server/postgres-shuffler-store.test.ts": 40,
  "test/server/postgres-serve.test.ts": 40,
  "test/server/pages.test.ts": 37,
  "test/server/two-operators.test.ts": 32,
  "test/package/node-versions.test.ts": 28,
  "test/docs/generated.test.ts": 28,
  "test/statistical/shuffled-gaussians.test.ts": 25,
  "src/analytics/design-randomizer.test.ts": 24,
  "test/package/fresh-projects.test.ts": 22,
  "test/properties/scalar-figures.test.ts": 20,
  "test/docs/code-blocks.test.ts": 18,
  "test/e2e/train.test.ts": 18,
  "test/e2e/audit-stop.test.ts": 18,
  "test/e2e/terminal/wrong-lines.test.ts": 15,
  "test/e2e/design.test.ts": 15,
  "test/docs/figures.test.ts": 15,
  "src/accounting/accountants/clones-2023-pld.test.ts": 15,
  "test/e2e/browser-training.test.ts": 14,
  "test/e2e/fine-tuning.test.ts": 14,
  "test/docs/examples.test.ts": 14,
  "test/package/contents.test.ts": 13,
  "test/e2e/train-protocols.test.ts": 13,
  "test/e2e/report.test.ts": 13,
  "src/accounting/secret-participation.test.ts": 13,
  "test/e2e/terminal/answers.test.ts": 12,
  "test/e2e/gradient-engine.test.ts": 11,
  "src/training/loop/randomness.test.ts": 11,
  "src/training/gradients/_internal/sequence-gradients.test.ts": 11,
  "test/e2e/examples.test.ts": 10,
  "test/properties/missing-arguments.test.ts": 10,
  "test/types/new-kinds.test.ts": 10,
  "test/e2e/preset-bits.test.ts": 10,
  "src/accounting/guarantees.test.ts": 10,
  "src/accounting/calibrate-safe-side.test.ts": 10,
  "test/statistical/shuffled-caps.test.ts": 9,
  "test/properties/random-events.test.ts": 9,
  "src/training/loop/charging.test.ts": 8,
};

/**
 * Project by project, those first whose files need a process of their own: a worker serves one project, and
 * starts anew, modules and all, where the next file is of another. Within each the files that take longest,
 * then as vitest sorts them.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => {
      const [left, right] = [a.project.config, b.project.config];
      return (
        Number(right.isolate) - Number(left.isolate) ||
        (right.name ?? "").localeCompare(left.name ?? "") ||
        this.#seconds(b) - this.#seconds(a)
      );
    });
  }

  #seconds({ moduleId }: TestSpecification): number {
    return SECONDS[relative(this.ctx.config.root, moduleId)] ?? 0;
  }
}
