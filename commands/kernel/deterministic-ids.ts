import { hash } from 'node:crypto';
import { idAt } from '../../domain/kernel/ids.ts';

/** The namespace of event ids. It never changes: the same command must give the same ids. */
const eventNamespace = Buffer.from('7b3f0d529a515c3e8f0e6c1d2a4b9e77', 'hex');

/** The digit of a UUID that says its variant in its upper two bits, by the lower two of the hash. */
const variantDigits = '89ab';

/** A UUID of version 5 (RFC 9562). A library that hashes in steps takes four times as long, for each event. */
const nameBased = (namespace: Buffer, name: string): string => {
  const digits = hash('sha1', Buffer.concat([namespace, Buffer.from(name)]));
  const part = (from: number, to: number): string => digits.slice(from, to);
  const variant = variantDigits.charAt(Number.parseInt(digits.charAt(16), 16) % 4);
  return `${part(0, 8)}-${part(8, 12)}-5${part(13, 16)}-${variant}${part(17, 20)}-${part(20, 32)}`;
};

/**
 * The id of an event: derived from its command, its place in the decision, and its content.
 *
 * @example
 * eventIdFor('k1', 0, ['Counted', { by: 2 }]) === eventIdFor('k1', 0, ['Counted', { by: 2 }]); // true
 */
export const eventIdFor = (commandId: string, index: number, content: unknown): string =>
  nameBased(eventNamespace, JSON.stringify([commandId, index, content]));

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
