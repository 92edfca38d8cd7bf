import { DpError } from "croupier";
import { openWorkerPool, type WorkerPool } from "croupier/tensor";
import { describe, expect, it } from "vitest";

const script = new URL("./_workers/squares.mjs", import.meta.url);

function open(setup = "work"): Promise<WorkerPool<string, number>> {
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

  it("goes on after a part that throws, but not after a worker that is gone", async () => {
    const pool = await open();
    const run = (task: string) => pool.run(task, 8, () => {});
    await expect(run("throw")).rejects.toThrow("part 3 failed");
    await run("square");
    expect(await codeOf(run("exit"))).toBe("WORKER_DIED");
    expect(await codeOf(run("square"))).toBe("WORKER_DIED");
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
    const missing = new URL("./_workers/nothing.mjs", import.meta.url);
    expect(await codeOf(openWorkerPool({ script: missing, threads: 1, setup: 0 }))).toBe("WORKER_DIED");
  });
});
