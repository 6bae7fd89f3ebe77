import type { FindContext, NativeObject } from '../../../domain/platforms/publisher.ts';

/** Whether an object that resembles a lost one may be it. */
export type MayBeIt = (nativeId: string) => Promise<boolean>;

/** Neither an object of the same post that is known already, nor one that another post of the account has. */
export const unlessTaken =
  (earlier: readonly NativeObject[], context: Pick<FindContext, 'claim'>): MayBeIt =>
  async (nativeId) =>
    !earlier.some((known) => known.nativeId === nativeId) && context.claim(nativeId);

/** The first that may be the lost one, of several that look like it. */
export const firstToTake = async <T>(
  candidates: readonly T[],
  idOf: (candidate: T) => string,
  mayBeIt: MayBeIt,
): Promise<T | undefined> => {
  for (const candidate of candidates) if (await mayBeIt(idOf(candidate))) return candidate;
  return undefined;
};
