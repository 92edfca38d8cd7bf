/**
 * Files of named tensors in the safetensors format: read whole or one tensor at a time, and written.
 *
 * @module croupier-dp/safetensors
 */
export { DpError, type DpErrorCode, type DpErrorDetails } from "../../errors.js";
export { decodeSafetensors } from "./decode-safetensors.js";
export { encodeSafetensors } from "./encode-safetensors.js";
export { openSafetensors } from "./open-safetensors.js";
export type { NamedTensor, TensorFile } from "./tensor-file.js";
export type { TensorInfo, TensorReader } from "./tensor-reader.js";
export type { TensorsToWrite, TensorToWrite } from "./tensors-to-write.js";
export { writeSafetensors } from "./write-safetensors.js";
