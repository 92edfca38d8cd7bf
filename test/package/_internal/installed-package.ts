import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { promisify } from "node:util";

export const ROOT = resolve(import.meta.dirname, "../../..");
const LEFT_OUT = ["node_modules", ".git"];

/** What a command printed. */
export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program; fails with all that it printed if it does. */
export async function run(folder: string, program: string, ...args: string[]): Promise<Printed> {
  const env = { ...process.env, NO_COLOR: "1", npm_config_update_notifier: "false" };
  try {
    return await promisify(execFile)(program, args, { cwd: folder, env });
  } catch (error) {
    const { stdout, stderr } = error as Printed;
    throw new Error(`${program} ${args.join(" ")}\n${stdout}\n${stderr}`, { cause: error });
  }
}

/** A folder with `croupier-dp` in its node_modules, as npm installs it there from the packed repository. */
export interface InstalledPackage {
  readonly folder: string;
  /** The package's own folder. */
  readonly installed: string;
  /** What npm said as it installed it. */
  readonly messages: string;
  /** The copy of the repository that was packed. */
  readonly repository: string;
  remove(): void;
}

/**
 * Packs a copy of the repository, since packing changes its documents for a moment, and installs that without
 * a network.
 */
export async function installPackage(): Promise<InstalledPackage> {
  const folder = mkdtempSync(join(tmpdir(), "croupier-package-"));
  const repository = join(folder, "repository");
  cpSync(ROOT, repository, {
    recursive: true,
    preserveTimestamps: true,
    filter: (path) => !LEFT_OUT.includes(basename(path)),
  });
  symlinkSync(join(ROOT, "node_modules"), join(repository, "node_modules"));
  const documents = "scripts/packed-documents.mjs"; // as `npm pack` runs it, but for the build
  await run(repository, process.execPath, documents, "rewrite");
  await run(repository, "npm", "pack", "--ignore-scripts", "--pack-destination", folder);
  await run(repository, process.execPath, documents, "restore");
  const [tarball] = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  const install = ["install", "--offline", "--no-audit", "--no-fund", `./${tarball}`];
  const { stderr: messages } = await run(folder, "npm", ...install);
  return {
    folder,
    installed: join(folder, "node_modules/croupier-dp"),
    messages,
    repository,
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** A folder below an installed package's, with these files in it. */
export function makeProject(
  { folder }: InstalledPackage,
  name: string,
  files: Readonly<Record<string, string>>,
): string {
  const project = join(folder, name);
  mkdirSync(project);
  for (const [path, text] of Object.entries(files)) writeFileSync(join(project, path), text);
  return project;
}
