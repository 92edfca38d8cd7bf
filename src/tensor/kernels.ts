type Address = number;

/**
 * The exports of assembly/index.ts, where each is described. Counts and strides are in floats unless a name
 * says bytes.
 */
export interface Kernels {
  heapBase(): Address;
  multiply(
    rows: number,
    columns: number,
    depth: number,
    a: Address,
    aRow: number,
    aDepth: number,
    b: Address,
    bRow: number,
    c: Address,
    cRow: number,
    bias: Address,
    accumulate: boolean,
  ): void;
  product(
    rows: number,
    columns: number,
    depth: number,
    a: Address,
    aRow: number,
    aDepth: number,
    b: Address,
    bDepth: number,
    bColumn: number,
    c: Address,
    cRow: number,
    bias: Address,
    accumulate: boolean,
    scratch: Address,
  ): void;
  productScratch(): number;
  peak(count: number): number;
  gelu(values: Address, slopes: Address, count: number): void;
  geluTanh(values: Address, slopes: Address, count: number): void;
  layerNorm(
    rows: number,
    columns: number,
    x: Address,
    xRow: number,
    gain: Address,
    bias: Address,
    epsilon: number,
    y: Address,
    yRow: number,
    statistics: Address,
  ): void;
  layerNormGradient(
    rows: number,
    columns: number,
    x: Address,
    xRow: number,
    statistics: Address,
    gain: Address,
    dy: Address,
    dyRow: number,
    dx: Address,
    dxRow: number,
    gainGradient: Address,
    biasGradient: Address,
  ): void;
  attentionSoftmax(
    rows: number,
    columns: number,
    length: number,
    causal: boolean,
    factor: number,
    scores: Address,
    row: number,
  ): void;
  attentionSoftmaxGradient(
    rows: number,
    columns: number,
    factor: number,
    softmax: Address,
    gradient: Address,
    row: number,
  ): void;
  vocabularyCrossEntropy(logits: Address, classes: number, label: number, gradient: Address): number;
  multiplyBy(target: Address, factors: Address, count: number): void;
  addColumnSums(target: Address, values: Address, rows: number, row: number, columns: number): void;
  gatherRows(
    target: Address,
    targetRow: number,
    table: Address,
    tableRow: number,
    indices: Address,
    count: number,
    columns: number,
  ): void;
  scatterAddRows(
    table: Address,
    tableRow: number,
    indices: Address,
    values: Address,
    valuesRow: number,
    count: number,
    columns: number,
  ): void;
  gramProduct(
    positions: number,
    left: Address,
    leftRow: number,
    leftSize: number,
    right: Address,
    rightRow: number,
    rightSize: number,
    scratch: Address,
  ): number;
  gramScratch(): number;
  normProducts(
    positions: number,
    left: Address,
    leftRow: number,
    leftSize: number,
    right: Address,
    rightRow: number,
    rightSize: number,
  ): number;
  spreadBlocks(
    target: Address,
    stride: number,
    values: Address,
    length: number,
    blocks: number,
    signs: Address,
    squares: Address,
  ): void;
  spreadRows(
    count: number,
    target: Address,
    targetStride: number,
    stride: number,
    values: Address,
    valuesStride: number,
    valueCount: number,
    row: Address,
    length: number,
    blocks: number,
    signs: Address,
  ): void;
  outerBlockFactors(
    count: number,
    factors: Address,
    factorStride: number,
    left: Address,
    leftStride: number,
    blocks: number,
    length: number,
    right: Address,
    rightStride: number,
    columns: number,
    used: number,
    bound: number,
    squares: Address,
    scratch: Address,
  ): void;
  addOuterBlocks(
    sum: Address,
    blocks: number,
    length: number,
    rows: number,
    columns: number,
    count: number,
    left: Address,
    leftStride: number,
    right: Address,
    rightStride: number,
    factors: Address,
    factorStride: number,
  ): void;
  takeOuterBlocks(
    target: Address,
    sum: Address,
    blocks: number,
    length: number,
    rows: number,
    columns: number,
    used: number,
  ): void;
  outerRows(
    target: Address,
    units: number,
    left: Address,
    rows: number,
    right: Address,
    columns: number,
  ): void;
  copyRuns(target: Address, values: Address, runs: Address, count: number): void;
  stageCells(
    bytes: Address,
    count: number,
    offsets: Address,
    cells: Address,
    cellBytes: number,
    levels: Address,
  ): void;
  markCells(
    cells: Address,
    height: number,
    width: number,
    cellSize: number,
    masks: Address,
    lists: Address,
    counts: Address,
  ): void;
  inputConvolution(
    cells: Address,
    masks: Address,
    width: number,
    cellSize: number,
    side: number,
    kernelOffsets: Address,
    weights: Address,
    bias: Address,
    filters: number,
    output: Address,
    rows: number,
    columns: number,
  ): void;
  inputConvolutionWeightGradient(
    cells: Address,
    width: number,
    height: number,
    cellSize: number,
    side: number,
    lists: Address,
    counts: Address,
    gradient: Address,
    filters: number,
    target: Address,
  ): void;
  convolution(
    input: Address,
    inputRow: number,
    patches: Address,
    positions: number,
    side: number,
    segment: number,
    weights: Address,
    bias: Address,
    filters: number,
    output: Address,
  ): void;
  listNonzero(
    gradient: Address,
    positions: number,
    filters: number,
    patches: Address,
    patchBytes: number,
    byPosition: Address,
    positionCounts: Address,
    byFilter: Address,
    filterCounts: Address,
  ): void;
  convolutionInputGradient(
    inputGradient: Address,
    inputRow: number,
    patches: Address,
    positions: number,
    side: number,
    segment: number,
    weights: Address,
    filters: number,
    byPosition: Address,
    positionCounts: Address,
  ): void;
  convolutionWeightGradient(
    input: Address,
    inputRow: number,
    positions: number,
    side: number,
    segment: number,
    filters: number,
    byFilter: Address,
    filterCounts: Address,
    target: Address,
  ): void;
  maxPool(
    input: Address,
    inputRow: number,
    side: number,
    stride: number,
    channels: number,
    output: Address,
    rows: number,
    columns: number,
  ): void;
  maxPoolGradient(
    input: Address,
    inputRow: number,
    side: number,
    stride: number,
    channels: number,
    gradient: Address,
    rows: number,
    columns: number,
    inputGradient: Address,
  ): void;
  tanh(values: Address, count: number): void;
  tanhGradient(output: Address, gradient: Address, count: number): void;
  relu(values: Address, count: number): void;
  reluGradient(output: Address, gradient: Address, count: number): void;
  softmaxCrossEntropy(logits: Address, classes: number, label: number, gradient: Address): number;
  clear(values: Address, count: number): void;
  sumOfSquares(values: Address, count: number): number;
  largestMagnitude(values: Address, count: number): number;
  scale(target: Address, values: Address, count: number, factor: number): void;
  addScaledRows(
    target: Address,
    values: Address,
    rows: number,
    stride: number,
    count: number,
    factors: Address,
  ): void;
  addTo(target: Address, values: Address, count: number): void;
  addRows(target: Address, values: Address, rows: number, stride: number, count: number): void;
  copyRows(
    target: Address,
    targetRow: number,
    values: Address,
    valuesRow: number,
    rows: number,
    count: number,
  ): void;
  gather(target: Address, values: Address, indices: Address, count: number): void;
  clearAt(values: Address, indices: Address, count: number): number;
  dot(left: Address, right: Address, count: number): number;
  outerDot(left: Address, rows: number, right: Address, columns: number, matrix: Address): number;
  keystream(state: Address, target: Address, groups: number, rounds: number): void;
  normals(state: Address, target: Address, groups: number, rounds: number): number;
  normalsFromWords(target: Address, count: number): void;
}
