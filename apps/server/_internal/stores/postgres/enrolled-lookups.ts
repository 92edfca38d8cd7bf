import type { PostgresServer } from "./postgres-server.js";

/** Digests in one query at most. */
const MAX_LOOKUPS = 1000;

interface Waiting {
  readonly digest: Buffer;
  resolve(isEnrolled: boolean): void;
  reject(error: unknown): void;
}

/** Looks up digests of credentials; those that are asked for while a query runs share the next one. */
export class EnrolledLookups {
  readonly #server: PostgresServer;
  readonly #study: string;
  #waiting: Waiting[] = [];
  #isRunning = false;

  constructor(server: PostgresServer, study: string) {
    this.#server = server;
    this.#study = study;
  }

  isEnrolled(digest: Uint8Array): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ digest: Buffer.from(digest), resolve, reject });
      if (this.#isRunning) return;
      this.#isRunning = true;
      setImmediate(() => void this.#run());
    });
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, MAX_LOOKUPS);
      try {
        const select = "SELECT digest FROM croupier_enrolled WHERE study = $1 AND digest = ANY($2::bytea[])";
        const rows = await this.#server.query(select, [this.#study, group.map(({ digest }) => digest)]);
        const found = new Set(rows.map(({ digest }) => (digest as Buffer).toString("hex")));
        for (const { digest, resolve } of group) resolve(found.has(digest.toString("hex")));
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.#isRunning = false;
  }
}
