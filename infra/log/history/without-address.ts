import type { Recorded } from '../../../domain/kernel/event.ts';

/** The event without the address of its request, which is personal data that no fold needs. */
export const withoutAddress = <Event extends Pick<Recorded, 'meta'>>(event: Event): Event => {
  const { address: _, ...actor } = event.meta.actor;
  return { ...event, meta: { ...event.meta, actor } };
};
