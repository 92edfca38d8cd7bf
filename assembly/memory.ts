/** The first byte that no constant of the module occupies; the host lays out its buffers from here. */
export function heapBase(): usize {
  return __heap_base;
}
