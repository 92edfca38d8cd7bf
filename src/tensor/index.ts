export type { WasmModule } from "./_internal/web-assembly.js";
export { compileKernels } from "./compile-kernels.js";
export { distFile } from "./dist-file.js";
export type { Kernels } from "./kernels.js";
export { NormalStream } from "./normal-stream.js";
export { openWorkerPool, type WorkerPool, type WorkerPoolOptions } from "./open-worker-pool.js";
export { serveTasks } from "./serve-tasks.js";
export { Workspace } from "./workspace.js";
