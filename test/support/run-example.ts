import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs an example of a README as a program of its own, and gives the lines it prints. */
export const runExample = async (file: string, ...args: readonly string[]): Promise<readonly string[]> => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', file, ...args]);
  return stdout.trim().split('\n');
};
