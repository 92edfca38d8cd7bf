import { formatUp } from "../../../src/privacy/format-number.js";
import {
  type Adjacency,
  type GaussianEvent,
  type MechanismEvent,
  sensitivityToClip,
} from "../../../src/privacy/index.js";

/** An event under an adjacency, to which its noise multipliers are relative. */
export interface EventUnder {
  readonly event: MechanismEvent;
  readonly adjacency: Adjacency;
}

/** More values than this are told by their ends. */
const LISTED = 3;

/**
 * The standard deviation of an event's Gaussian noise in clip bounds, e.g. `noise 1.1 C`; nothing where it
 * has none.
 */
export function noiseInClipBounds(under: EventUnder): string | undefined {
  const values = noiseToClips(under);
  return values.length === 0 ? undefined : `noise ${listed(values)} C`;
}

/**
 * The same for scripts: one number, or a list of those that differ; no key where there is no Gaussian noise.
 */
export function noiseToClipKey(under: EventUnder): { readonly noiseToClip?: number | readonly number[] } {
  const values = noiseToClips(under);
  return values.length === 0 ? {} : { noiseToClip: values.length === 1 ? values[0]! : values };
}

/**
 * The Gaussian noise under each adjacency, in clip bounds and in sensitivities; nothing where there is none.
 */
export function describeNoise(each: readonly EventUnder[]): string | undefined {
  if (noiseToClips(each[0]!).length === 0) return undefined;
  const parts = each.map((under) => {
    const sensitivity = sensitivityToClip(under.adjacency);
    const values = noiseToClips(under);
    const relative = listed(values.map((value) => value / sensitivity));
    const unit = sensitivity === 1 ? "C" : `${sensitivity}C`;
    return `${listed(values)} C under ${under.adjacency} (${relative} x its sensitivity ${unit})`;
  });
  return `Noise: standard deviation ${parts.join(", ")}. C is the l2 norm to which each record's vector is clipped.`;
}

/**
 * Whether some of an event's noise is relative to the sensitivity, and so another one under each adjacency.
 */
export function statesNoiseMultiplier(event: MechanismEvent): boolean {
  return gaussiansIn(event).some(({ noiseMultiplier }) => noiseMultiplier !== undefined);
}

/** The same event with its noise stated in clip bounds. */
export function withNoiseToClip({ event, adjacency }: EventUnder): MechanismEvent {
  if (event.kind === "gaussian") return { kind: "gaussian", noiseToClip: toClip(event, adjacency) };
  const inner = (of: MechanismEvent): MechanismEvent => withNoiseToClip({ event: of, adjacency });
  if (event.kind === "sequence" || event.kind === "answers") return { ...event, of: event.of.map(inner) };
  return "of" in event ? { ...event, of: inner(event.of) } : event;
}

function noiseToClips({ event, adjacency }: EventUnder): number[] {
  return [...new Set(gaussiansIn(event).map((each) => toClip(each, adjacency)))];
}

function toClip({ noiseToClip, noiseMultiplier }: GaussianEvent, adjacency: Adjacency): number {
  return noiseToClip === undefined ? noiseMultiplier * sensitivityToClip(adjacency) : noiseToClip;
}

function gaussiansIn(event: MechanismEvent): GaussianEvent[] {
  if (event.kind === "gaussian") return [event];
  if (event.kind === "sequence" || event.kind === "answers") return event.of.flatMap(gaussiansIn);
  return "of" in event ? gaussiansIn(event.of) : [];
}

function listed(values: readonly number[]): string {
  if (values.length <= LISTED) return values.map(formatUp).join(" and ");
  const least = values.reduce((one, other) => Math.min(one, other));
  const largest = values.reduce((one, other) => Math.max(one, other));
  return `${formatUp(least)} to ${formatUp(largest)}`;
}
