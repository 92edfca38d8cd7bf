/** The memory of an instance. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** A compiled module; can be posted to workers. */
export type WasmModule = object;

/**
 * The little of the WebAssembly API that is used; TypeScript declares it only together with the whole DOM.
 */
interface Api {
  compile(bytes: Uint8Array): Promise<WasmModule>;
  validate(bytes: Uint8Array): boolean;
  readonly Memory: new (limits: { initial: number }) => WasmMemory;
  readonly Instance: new (module: WasmModule, imports: object) => { readonly exports: unknown };
}

/** The platform's WebAssembly; undefined where it is switched off, see `compileKernels`. */
export const WebAssembly: Api = (globalThis as unknown as { WebAssembly: Api }).WebAssembly;

/** The unit that memory grows by. */
export const PAGE_BYTES = 65_536;
