import type { Mode } from '../kernel/mode.ts';

/**
 * The account of a person. Test workspaces have one of their own, because their clock can be ahead
 * and their credits are free.
 */
export const creditAccountId = (ownerId: string, mode: Mode): string => (mode === 'live' ? ownerId : `${ownerId}_test`);
