/**
 * How the process of a node is started so that its memory stays small. Node and LevelDB make far more garbage than they keep:
 * left to themselves V8 lets the heap grow several times over before it collects, and glibc keeps what was freed in an arena
 * for every thread. The heap must not be held too tight either: one that may only grow by half is collected every few
 * pages of a read, which then costs the processor half as much again.
 */
export const runtime = {
  nodeFlags: ['--min-semi-space-size=4', '--max-semi-space-size=4', '--heap-growing-percent=200'],
  environment: { MALLOC_ARENA_MAX: '2' },
} as const;
