/**
 * Flags that keep the memory of a node's process small. Node and LevelDB allocate far more than
 * they keep. By default V8 lets the heap grow several times over before it collects, and glibc
 * keeps freed memory in an arena for each thread. A heap that may grow by only half is too small:
 * it is collected every few pages of a read, which costs half as much processor time again.
 */
export const runtime = {
  nodeFlags: ['--min-semi-space-size=4', '--max-semi-space-size=4', '--heap-growing-percent=200'],
  environment: { MALLOC_ARENA_MAX: '2' },
} as const;
