import type { Mode } from '../../domain/kernel/mode.ts';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import type { AttemptStep } from '../../processes/posts/attempt-steps.ts';

/**
 * Ends this process by SIGKILL when an attempt of a test workspace reaches the step that a file
 * names. The file is deleted first, so that it happens once. Undefined without a file: the
 * configuration refuses one unless the service runs on embedded parts in test mode.
 */
export const killPoints = (file: string | undefined): ((step: AttemptStep, mode: Mode) => void) | undefined => {
  if (file === undefined) return undefined;
  return (step, mode) => {
    if (mode !== 'test' || !existsSync(file) || readFileSync(file, 'utf8').trim() !== step) return;
    rmSync(file);
    process.kill(process.pid, 'SIGKILL');
  };
};
