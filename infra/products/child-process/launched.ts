import path from 'node:path';

const launcher = path.join(import.meta.dirname, 'launch.mjs');

/** What follows `node` and its options on the command line of a TypeScript program of this project. */
export const launched = (script: string): readonly string[] => [launcher, script];
