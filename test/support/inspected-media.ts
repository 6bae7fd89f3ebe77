import { foldState } from '../../domain/kernel/decider.ts';
import { media } from '../../domain/media/media.ts';
import { lengthOf } from '../../domain/media/media-state.ts';
import type { KilledWorld } from './killed-process.ts';

/** Inspects what was stored, as the process of media does. */
export const inspected = async ({ log, send }: KilledWorld): Promise<void> => {
  for (const stream of new Set(log.log.map(({ stream: name }) => name))) {
    const state = stream.startsWith('media-') ? foldState(media, log.of(stream) as never) : undefined;
    if (state?.status !== 'PROCESSING') continue;
    const measured = { contentType: 'image/jpeg', width: 1, height: 1, key: 'k', posterKey: null };
    const file = { ...state.file, ...measured, sizeBytes: lengthOf(state.file) };
    await send(media, state.id, { type: 'finish-processing', file });
  }
};
