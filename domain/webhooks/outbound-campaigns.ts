import type { BroadcastEvent } from '../broadcasts/broadcast-events.ts';
import { broadcastView } from '../broadcasts/broadcast-view.ts';
import { foldView } from '../kernel/decider.ts';
import type { Recorded } from '../kernel/event.ts';
import { partsOfStream } from '../kernel/stream-names.ts';
import type { EnrollmentEvent } from '../sequences/enrollment-events.ts';
import { enrollmentView } from '../sequences/enrollment-view.ts';
import type { Outbound } from './outbound.ts';

/** The events of a stream up to one of them. */
const upTo = <Event extends Recorded>(event: Recorded, history: readonly Event[]): readonly Event[] =>
  history.filter(({ revision }) => revision <= event.revision);

const broadcastHandles = ['BroadcastSent', 'BroadcastSendRefused'] as const;

/** The ends of broadcasts, as webhooks publish them. */
export const outboundBroadcasts: Outbound<BroadcastEvent> = {
  handles: broadcastHandles,
  typesOf: ({ type }) => [type === 'BroadcastSent' ? 'broadcast.finished' : 'broadcast.failed'],
  dataOf: (_, event, history) => {
    const view = foldView(broadcastView, upTo(event, history));
    const broadcastId = partsOfStream(event.stream).id;
    const { name = null, totalContacts = 0 } = view ?? {};
    if (event.type === 'BroadcastSent')
      return { broadcastId, name, status: 'SENT', totalContacts, round: event.data.round };
    if (event.type !== 'BroadcastSendRefused') throw new Error(`${event.type} is not published`);
    const { code, message } = event.data;
    return { broadcastId, name, status: 'FAILED', error: { code, message } };
  },
};

const enrollmentHandles = ['EnrollmentCompleted', 'EnrollmentExited', 'EnrollmentFailed'] as const;

const reasonOf = (event: Recorded<EnrollmentEvent>): string | null => {
  if (event.type === 'EnrollmentExited') return event.data.reason;
  return event.type === 'EnrollmentFailed' ? event.data.code : null;
};

/** The ends of enrollments in sequences, as webhooks publish them. */
export const outboundEnrollments: Outbound<EnrollmentEvent> = {
  handles: enrollmentHandles,
  typesOf: () => ['enrollment.ended'],
  dataOf: (_, event, history) => {
    const view = foldView(enrollmentView, upTo(event, history));
    if (!view) throw new Error(`${event.stream} ends before it begins`);
    const { id: enrollmentId, sequenceId, contactId, platform, status } = view;
    return { enrollmentId, sequenceId, contactId, platform, status, reason: reasonOf(event) };
  },
};
