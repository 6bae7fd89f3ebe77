import path from 'node:path';
import type { Driver } from './driven-client.ts';

/** The drivers of the clients whose tools are installed here. */
export const installedDrivers: readonly Driver[] = [
  {
    name: 'TypeScript',
    command: process.execPath,
    args: ['--import', 'tsx', path.join(import.meta.dirname, 'typescript-driver.ts')],
  },
];
