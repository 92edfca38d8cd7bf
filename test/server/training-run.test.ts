import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { leaveRun } from "../../apps/server/_internal/study/leave-run.js";
import { readWeights } from "../../src/federated/training/index.js";
import { openTraining } from "../federated/_internal/training.js";

it("a training leaves its run: weights, ledger, rounds, and a report with every figure", async () => {
  const folder = mkdtempSync(join(tmpdir(), "croupier-run-"));
  try {
    const training = await openTraining({ study: { rounds: 2, title: "Digits <b>" } });
    const { analyzer, analyzerStore: store, id, study } = training;
    await leaveRun({ folder, id, study, analyzer, store });
    expect(readdirSync(folder)).toEqual([]);
    for (const _ of [1, 2]) {
      await training.collect();
      await analyzer.advance(id);
      await leaveRun({ folder, id, study, analyzer, store });
    }
    const read = (name: string) => readFileSync(join(folder, name));
    expect(readdirSync(folder).sort()).toEqual([
      "config.json",
      "ledger.json",
      "report.html",
      "rounds.jsonl",
      "weights.safetensors",
    ]);
    const { weights, ledger } = (await analyzer.trained(id))!;
    expect([...readWeights(study, new Uint8Array(read("weights.safetensors")))]).toEqual([...weights]);
    expect(JSON.parse(String(read("ledger.json")))).toEqual(ledger);
    expect(JSON.parse(String(read("config.json")))).toEqual(study);
    const rounds = String(read("rounds.jsonl")).trim().split("\n");
    expect(rounds.map((line) => JSON.parse(line).round)).toEqual([1, 2]);
    const report = String(read("report.html"));
    expect(report).toContain("Digits &lt;b&gt;");
    expect(report).not.toContain("Digits <b>");
    expect(report.match(/class="figure proven"/g)).toHaveLength(4);
    expect(report).toContain("It protects nobody");
    expect(report).toContain(JSON.parse(rounds[1]!).update.weights);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
