import type { Compaction } from '../kernel/compaction.ts';
import type { CreditEvent } from './credit-events.ts';

/**
 * The newest event has the balance. Beside it a command needs the current period, the movements of
 * open reservations, and the purchases, because a payment may be reported again at any time. The
 * first event is always kept, because it names the workspace of the stream.
 */
export const creditCompaction: Compaction<CreditEvent> = {
  version: 2,
  essential(events) {
    const open = new Map<string, Readonly<{ left: number; of: readonly CreditEvent[] }>>();
    const kept = new Set<CreditEvent>();
    let granted: CreditEvent | undefined;
    for (const event of events) {
      switch (event.type) {
        case 'CreditsGranted':
        case 'CreditsWithdrawn':
          granted = event;
          break;
        case 'CreditsAdded':
          kept.add(event);
          break;
        case 'CreditsReserved':
          open.set(event.data.reservationId, { left: event.data.credits, of: [event] });
          break;
        case 'CreditsCaptured':
        case 'CreditsReleased': {
          const { reservationId, credits } = event.data;
          const held = open.get(reservationId);
          if (!held) break;
          const left = held.left - credits;
          if (left === 0) open.delete(reservationId);
          else open.set(reservationId, { left, of: [...held.of, event] });
          break;
        }
        default:
          break;
      }
    }
    const [first] = events;
    for (const event of [first, granted, events.at(-1), ...[...open.values()].flatMap(({ of }) => of)])
      if (event) kept.add(event);
    return new Set(events.filter((event) => kept.has(event)));
  },
};
