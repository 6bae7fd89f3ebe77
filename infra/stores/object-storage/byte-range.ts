import type { ByteRange } from '../../../domain/media/object-storage.ts';

/**
 * The part of an object that a `Range` header asks for. `undefined`: all of it, also for headers
 * that are not supported (several ranges, other units). `unsatisfiable`: no byte of the object is
 * in the range.
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
  // A backwards range is invalid and ignored.
  if (last !== '' && Number(last) < start) return undefined;
  return start >= sizeBytes ? 'unsatisfiable' : { start, end };
};
