import type { Mode } from '../../domain/kernel/mode.ts';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import type { AttemptStep } from '../../processes/publishing/attempt-steps.ts';

/**
 * Ends this process by SIGKILL when an attempt of a test workspace reaches the step a file names; the file goes first, so that it happens
 * once. Undefined without a file: the configuration refuses one wherever the service is not on embedded parts in test mode.
 */
export const killPoints = (file: string | undefined): ((step: AttemptStep, mode: Mode) => void) | undefined => {
  if (file === undefined) return undefined;
  return (step, mode) => {
    if (mode !== 'test' || !existsSync(file) || readFileSync(file, 'utf8').trim() !== step) return;
    rmSync(file);
    process.kill(process.pid, 'SIGKILL');
  };
};
