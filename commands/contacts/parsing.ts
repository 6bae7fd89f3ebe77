import { FairShare } from '../kernel/fair-share.ts';

/** Places for reading files of contacts. A workspace reads one at a time, so its files do not slow others down. */
export const parsing = new FairShare({ places: 2, most: 1 });
