import type { MechanismEvent } from "croupier-dp/privacy";

export interface TinyRunOptions {
  readonly protocol: "central" | "cldp";
  readonly threads: number;
  readonly seed?: number;
}

export interface TinyRun {
  readonly threads: number;
  readonly losses: readonly number[];
  /** The weights' bits. */
  readonly weights: readonly number[];
  readonly epsilon: number;
  readonly event: MechanismEvent;
}

export interface Library {
  readonly training: typeof import("croupier-dp/training");
  readonly random: typeof import("croupier-dp/random");
}

export function tinyRun(library: Library, options: TinyRunOptions): Promise<TinyRun>;
