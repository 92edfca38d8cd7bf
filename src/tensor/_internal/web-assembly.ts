/** The little of the WebAssembly API that is used; TypeScript declares it only together with the whole DOM. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** A compiled module; can be posted to workers. */
export type WasmModule = object;

interface Api {
  compile(bytes: Uint8Array): Promise<WasmModule>;
  readonly Memory: new (limits: { initial: number }) => WasmMemory;
  readonly Instance: new (module: WasmModule, imports: object) => { readonly exports: unknown };
}

export const WebAssembly: Api = (globalThis as unknown as { WebAssembly: Api }).WebAssembly;

export const PAGE_BYTES = 65_536;
