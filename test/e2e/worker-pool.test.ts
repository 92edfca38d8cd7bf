import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { DpError } from "../../src/errors.js";
import { openWorkerPool, type WorkerPool } from "../../src/tensor/open-worker-pool.js";
import type { WorkerScript } from "../../src/tensor/worker-script.js";

function scriptOf(path: string): WorkerScript {
  return {
    inPage: () => {
      throw new Error("this is Node");
    },
    inNode: { path, base: import.meta.url },
  };
}

function open(setup = "work"): Promise<WorkerPool<string, number>> {
  const script = scriptOf("./_workers/squares.mjs");
  return openWorkerPool<string, string, number>({ script, threads: 3, setup });
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof DpError ? error.code : `not a DpError: ${error}`;
}

describe("a worker pool", () => {
  it("hands over every part once and in order, for tasks at the same time", async () => {
    const pool = await open();
    const collect = async (parts: number) => {
      const seen: number[] = [];
      await pool.run("square", parts, (part) => seen.push(part));
      return seen;
    };
    const [many, few, none] = await Promise.all([collect(500), collect(2), collect(0)]);
    expect(many).toEqual(Array.from({ length: 500 }, (_, i) => i * i));
    expect(few).toEqual([0, 1]);
    expect(none).toEqual([]);
    await pool.close();
  });

  it("says which script is missing", async () => {
    const script = scriptOf("./_workers/none.mjs");
    await expect(openWorkerPool({ script, threads: 1, setup: "work" })).rejects.toMatchObject({
      code: "WORKER_DIED",
      message: expect.stringMatching(/^workers: cannot load file:.*none\.mjs; copy the worker scripts/),
    });
  });

  it("goes on after a part that throws, but not after a worker that is gone", async () => {
    const pool = await open();
    const run = (task: string) => pool.run(task, 8, () => {});
    await expect(run("throw")).rejects.toThrow("part 3 failed");
    await run("square");
    expect(await codeOf(run("exit"))).toBe("WORKER_DIED");
    expect(await codeOf(run("square"))).toBe("WORKER_DIED");
    await pool.close();
  });

  it("starts under node --eval too, whatever the type of the script", () => {
    const script = `import { openGradientEngine, examplesFrom } from "croupier-dp/training";
      const data = examplesFrom([[1], [2]], [0, 1]);
      const model = { input: { height: 1, width: 1, channels: 1 }, layers: [{ kind: "dense", units: 2 }] };
      const engine = await openGradientEngine({ model, train: data, test: data, threads: 1 });
      console.log((await engine.evaluate(new Float32Array(4))).count);
      await engine.close();`;
    for (const type of [["--input-type=module"], ["--input-type", "module"]]) {
      const { stdout, stderr } = spawnSync(process.execPath, [...type, "--eval", script], {
        encoding: "utf8",
      });
      expect(stdout, stderr).toBe("2\n");
    }
  });

  it("hands over a DpError of a part whole", async () => {
    const pool = await open();
    await expect(pool.run("refuse", 4, () => {})).rejects.toMatchObject({
      code: "OUT_OF_RANGE",
      message: "part must be below 3, got 3",
      details: { parameter: "part", value: 3, allowed: "below 3" },
    });
    await pool.close();
  });

  it("rejects when its listener throws", async () => {
    const pool = await open();
    const failing = pool.run("square", 4, () => {
      throw new Error("listener failed");
    });
    await expect(failing).rejects.toThrow("listener failed");
    await pool.close();
  });

  it("does not open when a worker refuses its setup or there is no script", async () => {
    expect(await codeOf(open("refuse"))).toBe("WORKER_DIED");
    const script = scriptOf("./_workers/nothing.mjs");
    expect(await codeOf(openWorkerPool({ script, threads: 1, setup: 0 }))).toBe("WORKER_DIED");
  });
});
