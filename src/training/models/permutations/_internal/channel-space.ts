import type { PermutedAxis } from "../permutation-set.js";

/** Channels that have to stand in the same order wherever they appear; two spaces that meet become one. */
export class ChannelSpace {
  readonly name: string;
  readonly size: number;
  #members: PermutedAxis[] = [];
  #isFixed = false;
  #attentionEnds = 0;
  #joined: ChannelSpace | undefined;

  constructor(name: string, size: number) {
    this.name = name;
    this.size = size;
  }

  /** The space that stands for all that were joined. */
  get root(): ChannelSpace {
    return this.#joined === undefined ? this : this.#joined.root;
  }

  get members(): readonly PermutedAxis[] {
    return this.root.#members;
  }

  /** Whether the order matters to somebody outside of the model: to the examples, or to the classes. */
  get isFixed(): boolean {
    return this.root.#isFixed;
  }

  /** How many ends of attention take the channels for those of heads. */
  get attentionEnds(): number {
    return this.root.#attentionEnds;
  }

  add(members: readonly PermutedAxis[]): void {
    this.root.#members.push(...members);
  }

  fix(): void {
    this.root.#isFixed = true;
  }

  markAttentionEnd(): void {
    this.root.#attentionEnds += 1;
  }

  join(other: ChannelSpace): void {
    const root = this.root;
    const gone = other.root;
    if (root === gone) return;
    root.#members.push(...gone.#members);
    root.#isFixed ||= gone.#isFixed;
    root.#attentionEnds += gone.#attentionEnds;
    gone.#joined = root;
  }
}
