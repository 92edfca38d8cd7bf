import type { Acceptance, Upload } from "../../../../../src/federated/shuffler/shuffler-store.js";

/** Uploads in one transaction at most. */
const GROUP = 500;

interface Waiting {
  readonly upload: Upload;
  resolve(acceptance: Acceptance): void;
  reject(error: unknown): void;
}

/**
 * Collects the uploads of a round that arrive while a transaction runs, so that they share the next commit.
 * In a group no two share a sender or a row: what would waits for the next one.
 */
export class UploadGroups {
  readonly #accept: (uploads: readonly Upload[]) => Promise<readonly Acceptance[]>;
  #waiting: Waiting[] = [];
  #isRunning = false;

  constructor(accept: (uploads: readonly Upload[]) => Promise<readonly Acceptance[]>) {
    this.#accept = accept;
  }

  accept(upload: Upload): Promise<Acceptance> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ upload, resolve, reject });
      if (this.#isRunning) return;
      this.#isRunning = true;
      // Not at once: what else this turn brings goes along.
      setImmediate(() => void this.#run());
    });
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = this.#take();
      try {
        const answers = await this.#accept(group.map(({ upload }) => upload));
        for (const [index, { resolve }] of group.entries()) resolve(answers[index]!);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.#isRunning = false;
  }

  #take(): readonly Waiting[] {
    const seen = new Set<string>();
    const group: Waiting[] = [];
    const rest: Waiting[] = [];
    for (const each of this.#waiting) {
      const places = placesOf(each.upload);
      const fits = group.length < GROUP && places.every((place) => !seen.has(place));
      if (fits) for (const place of places) seen.add(place);
      (fits ? group : rest).push(each);
    }
    this.#waiting = rest;
    return group;
  }
}

function placesOf({ sender, rows }: Upload): readonly string[] {
  const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
  return [hex(sender), ...rows.map(({ key }, slot) => `${slot} ${hex(key)}`)];
}
