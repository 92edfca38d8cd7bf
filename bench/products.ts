/** Matrix products of a Transformer's sizes, beside what the machine multiplies and adds in registers. */
import { compileKernels } from "../src/tensor/compile-kernels.js";
import { Workspace } from "../src/tensor/workspace.js";
import { bestOfTurns, type Contestant } from "./take-turns.js";

export interface ProductRow {
  readonly product: string;
  /** 10^9 floating-point operations per second. */
  readonly gigaflops: number;
  /** Of the register loop's rate. */
  readonly shareOfPeak: number;
}

type Form = "A B" | "A Bt" | "At B";

interface Product {
  readonly what: string;
  readonly form: Form;
  readonly rows: number;
  readonly columns: number;
  readonly depth: number;
}

/** Eight examples of 64 positions and 128 channels, feed-forward 512; one example's attention head of 32. */
const PRODUCTS: readonly Product[] = [
  ...[
    [512, 128, 128],
    [512, 384, 128],
    [512, 512, 128],
    [512, 128, 512],
  ].flatMap(([rows, columns, depth]) =>
    (["A B", "A Bt"] as const).map((form) => ({
      what: "linear",
      form,
      rows: rows!,
      columns: columns!,
      depth: depth!,
    })),
  ),
  ...[
    [128, 128, 512],
    [128, 512, 512],
    [512, 128, 512],
    [128, 512, 64],
  ].map(([rows, columns, depth]) => ({
    what: "weights",
    form: "At B" as const,
    rows: rows!,
    columns: columns!,
    depth: depth!,
  })),
  { what: "scores", form: "A Bt", rows: 64, columns: 64, depth: 32 },
  { what: "values", form: "A B", rows: 64, columns: 32, depth: 64 },
  { what: "values", form: "At B", rows: 64, columns: 32, depth: 64 },
];

/** Operations of one run: about a millisecond's worth, so that some runs are not interrupted. */
const OPERATIONS = 2e7;

export async function benchProducts(): Promise<ProductRow[]> {
  const workspace = new Workspace(await compileKernels());
  const largest = 512 * 512;
  const buffers = [0, 1, 2].map(() => workspace.allocateFloats(largest));
  for (const buffer of buffers) workspace.floats(buffer, largest).fill(0.01);
  const scratch = workspace.allocateFloats(workspace.kernels.productScratch());
  const turns = Math.ceil(OPERATIONS / 208);
  const peak: Contestant = {
    what: "registers only",
    count: (208 * turns) / 1e9,
    run: () => void workspace.kernels.peak(turns),
  };
  const rates = await bestOfTurns([
    peak,
    ...PRODUCTS.map((it) => contestant(workspace, it, buffers, scratch)),
  ]);
  return rates.map(({ what, perSecond, timesFirst }) => ({
    product: what,
    gigaflops: perSecond,
    shareOfPeak: timesFirst,
  }));
}

function contestant(
  { kernels }: Workspace,
  { what, form, rows, columns, depth }: Product,
  [a, b, c]: number[],
  scratch: number,
): Contestant {
  const [aRow, aDepth] = form === "At B" ? [1, rows] : [depth, 1];
  const [bDepth, bColumn] = form === "A Bt" ? [1, depth] : [columns, 1];
  const operations = 2 * rows * columns * depth;
  const times = Math.ceil(OPERATIONS / operations);
  return {
    what: `${what}: ${form}, ${rows} x ${columns} over ${depth}`,
    count: (times * operations) / 1e9,
    run() {
      for (let i = 0; i < times; i++) {
        // biome-ignore format: one kernel call
        kernels.product(rows, columns, depth, a!, aRow!, aDepth!, b!, bDepth!, bColumn!, c!, columns, 0, false, scratch);
      }
    },
  };
}
