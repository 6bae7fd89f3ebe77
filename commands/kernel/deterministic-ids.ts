import { hash } from 'node:crypto';
import { idAt } from '../../domain/kernel/ids.ts';

/** A UUID (RFC 9562 version 8) that depends on nothing but the command, the event's place in its decision, and what it says. */
export const eventIdFor = (commandId: string, index: number, content: unknown): string => {
  const hex = hash('sha256', JSON.stringify([commandId, index, content]));
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** The id of the command a process sends for one step: sending the step twice is one command. */
export const commandIdFor = (...parts: readonly string[]): string => hash('sha256', JSON.stringify(parts)).slice(0, 40);

/** An id of this service derived from a seed: the same seed and time give the same id. */
export const idFrom = (milliseconds: number, seed: string): string => {
  const digits = BigInt(`0x${hash('sha256', seed)}`).toString(36);
  return idAt(milliseconds, digits.padStart(15, '0'));
};

/** A hash for reservation streams: stream names cannot be erased, so what they reserve does not stand in them. */
export const reservationKey = (...parts: readonly string[]): string => hash('sha256', JSON.stringify(parts));
