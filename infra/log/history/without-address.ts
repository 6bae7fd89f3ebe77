import type { Recorded } from '../../../domain/kernel/event.ts';

/**
 * The event without the address of the request behind it: nothing that is folded asks for it, and
 * it is somebody's.
 */
export const withoutAddress = <Event extends Pick<Recorded, 'meta'>>(event: Event): Event => {
  const { address: _, ...actor } = event.meta.actor;
  return { ...event, meta: { ...event.meta, actor } };
};
