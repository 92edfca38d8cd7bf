/** Compiles assembly/ to dist/kernels.wasm when its sources are newer. */
