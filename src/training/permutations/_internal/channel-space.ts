import type { PermutedAxis } from "../permutation-set.js";

/** Channels that have to stand in the same order wherever they appear; two spaces that meet become one. */
export class ChannelSpace {
  readonly size: number;
  #name: string;
  #members: PermutedAxis[] = [];
  #isFixed = false;
  #joined: ChannelSpace | undefined;

  constructor(name: string, size: number) {
    this.#name = name;
    this.size = size;
  }

  get name(): string {
    return this.#root().#name;
  }

  get members(): readonly PermutedAxis[] {
    return this.#root().#members;
  }

  /** Whether the order matters to somebody outside of the model: to the examples, or to the classes. */
  get isFixed(): boolean {
    return this.#root().#isFixed;
  }

  /** Whether this space stands for all that it was joined with. */
  get isRoot(): boolean {
    return this.#joined === undefined;
  }

  add(members: readonly PermutedAxis[]): void {
    this.#root().#members.push(...members);
  }

  fix(): void {
    this.#root().#isFixed = true;
  }

  join(other: ChannelSpace): void {
    const root = this.#root();
    const gone = other.#root();
    if (root === gone) return;
    root.#members.push(...gone.#members);
    root.#isFixed ||= gone.#isFixed;
    gone.#joined = root;
  }

  #root(): ChannelSpace {
    return this.#joined === undefined ? this : this.#joined.#root();
  }
}
