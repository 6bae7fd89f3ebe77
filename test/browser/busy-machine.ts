import type { ConsoleMessage } from 'playwright-core';
import { patience } from '../support/patience.ts';

/**
 * Whether a browser complains of an answer that a busy machine gives, and that the console asks for again: a 503, or the 404 of a read
 * model that is behind. Where tests have the machine to themselves, none is expected.
 */
export const isOfBusyMachine = (message: ConsoleMessage): boolean =>
  patience > 1 && /status of (404|503)/.test(message.text());
