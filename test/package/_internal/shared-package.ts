import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where the test files of a run share the packed package: the run is told by its main process. */
export function sharedPackage(run: number): string {
  return join(tmpdir(), `croupier-package-${run}`);
}

/** For vitest: removes it when all test files have run. */
export default function setup(): () => void {
  const remove = (): void => rmSync(sharedPackage(process.pid), { recursive: true, force: true });
  remove();
  return remove;
}
