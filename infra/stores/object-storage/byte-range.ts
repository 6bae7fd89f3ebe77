import type { ByteRange } from '../../../domain/media/object-storage.ts';

/**
 * The part of an object a `Range` header asks for. `undefined`: all of it, as for anything this service does not read
 * (several ranges, other units). `unsatisfiable`: nothing of the object lies in the range.
 */
export const rangeIn = (header: string | undefined, sizeBytes: number): ByteRange | 'unsatisfiable' | undefined => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const suffix = Math.min(Number(last), sizeBytes);
    return suffix === 0 ? 'unsatisfiable' : { start: sizeBytes - suffix, end: sizeBytes };
  }
  const start = Number(first);
  const end = last === '' ? sizeBytes : Math.min(Number(last) + 1, sizeBytes);
  // A range written backwards is no range.
  if (last !== '' && Number(last) < start) return undefined;
  return start >= sizeBytes ? 'unsatisfiable' : { start, end };
};
