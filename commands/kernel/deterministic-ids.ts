import { hash } from 'node:crypto';
import { v5 } from 'uuid';
import { idAt } from '../../domain/kernel/ids.ts';

/** The namespace of event ids. It never changes: the same command must give the same ids. */
const eventNamespace = '7b3f0d52-9a51-5c3e-8f0e-6c1d2a4b9e77';

/**
 * The id of an event: derived from its command, its place in the decision, and its content.
 *
 * @example
 * eventIdFor('k1', 0, ['Counted', { by: 2 }]) === eventIdFor('k1', 0, ['Counted', { by: 2 }]); // true
 */
export const eventIdFor = (commandId: string, index: number, content: unknown): string =>
  // Bytes, because the library's own conversion of a text costs twice as much.
  v5(Buffer.from(JSON.stringify([commandId, index, content])), eventNamespace);

/**
 * The id of a command that a process sends for one step. A repeated step is the same command.
 *
 * @example
 * commandIdFor('reminders', 'c1', 'mail').length; // 40
 */
export const commandIdFor = (...parts: readonly string[]): string => hash('sha256', JSON.stringify(parts)).slice(0, 40);

/**
 * An id of this service derived from a seed: the same seed and time give the same id.
 *
 * @example
 * idFrom(1_790_000_000_000, 'k1/post') === idFrom(1_790_000_000_000, 'k1/post'); // true
 */
export const idFrom = (milliseconds: number, seed: string): string => {
  const digits = BigInt(`0x${hash('sha256', seed)}`).toString(36);
  return idAt(milliseconds, digits.padStart(15, '0'));
};

/**
 * The id of a reservation stream: a hash, because a stream name cannot be erased and may hold personal data.
 *
 * @example
 * reservationKey('zoe@example.com') === reservationKey('zoe@example.com'); // true
 */
export const reservationKey = (...parts: readonly string[]): string => hash('sha256', JSON.stringify(parts));
