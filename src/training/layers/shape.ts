/** Extent of what flows between layers; stored channels last. */
export interface Shape {
  readonly height: number;
  readonly width: number;
  readonly channels: number;
}

/** How many values a shape holds. */
export function sizeOf(shape: Shape): number {
  return shape.height * shape.width * shape.channels;
}

/** How many windows of `side` fit into an extent, `stride` apart. */
export function windowsIn(extent: number, side: number, stride: number): number {
  return Math.floor((extent - side) / stride) + 1;
}

/** How much of an extent the first `count` windows read. */
export function extentOf(count: number, side: number, stride: number): number {
  return (count - 1) * stride + side;
}
