/**
 * SIMD kernels on f32, for one example or one small group of examples each.
 *
 * All arguments named after a buffer are byte addresses, all counts are in elements. Buffers are 16-byte
 * aligned and padded by their owner to the block sizes that a kernel names. No kernel allocates, and none
 * keeps state.
 */
export { heapBase } from "./memory";
export { multiply } from "./multiply";
export { product, productScratch } from "./product";
export { peak } from "./peak";
export { stageCells, markCells } from "./staging";
export { inputConvolution, inputConvolutionWeightGradient } from "./input-convolution";
export { convolution } from "./convolution";
export { listNonzero, convolutionInputGradient, convolutionWeightGradient } from "./convolution-gradient";
export { maxPool, maxPoolGradient } from "./max-pool";
export { tanh, tanhGradient, relu, reluGradient } from "./activation";
export { gelu, geluTanh } from "./gelu";
export { layerNorm, layerNormGradient } from "./layer-norm";
export { attentionSoftmax, attentionSoftmaxGradient } from "./attention-softmax";
export { vocabularyCrossEntropy } from "./vocabulary-cross-entropy";
export { softmaxCrossEntropy } from "./softmax-cross-entropy";
export { clear, sumOfSquares, largestMagnitude, scale, addScaledRows, addRows, copyRows, gather, clearAt } from "./rows";
export { addTo, multiplyBy, addColumnSums, gatherRows, scatterAddRows } from "./sequence-rows";
export { gramProduct, gramScratch, normProducts } from "./gram";
export { dot, outerDot } from "./inner-products";
export { spreadBlocks, spreadRows, outerRows, copyRuns } from "./spread-blocks";
export { outerBlockFactors, addOuterBlocks, takeOuterBlocks } from "./outer-blocks";
export { keystream } from "./chacha";
export { normals, normalsFromWords } from "./normals";
