import { calendarPost } from '../../domain/calendar/calendar-post.ts';
import { partsOfStream } from '../../domain/kernel/stream-names.ts';
import { processOf } from '../kernel/process.ts';

type Outcome = 'PUBLISHED' | 'PARTIAL' | 'FAILED';

/** A post that was created from a calendar post; `outcome` once its publication has ended. */
type Followed = Readonly<{ calendarPostId: string; outcome?: Outcome; at: string }>;

type Settle = Readonly<{ calendarPostId: string; outcome: Outcome }>;

/** Settles a calendar post with the first outcome of its post. */
export const calendarResults = processOf<Followed, Settle>()({
  name: 'calendar-results',
  description: 'Settles calendar posts with the outcomes of their posts.',
  beginsByItself: true,
  on: {
    CalendarPostHandedOver: (_, { data, meta }) => ({ calendarPostId: data.calendarPostId, at: meta.occurredAt }),
    PostPublishingCompleted: (state, { data, meta }) =>
      state && { ...state, outcome: data.outcome, at: meta.occurredAt },
    PostDeleted: () => undefined,
  },
  instancesOf: (event) =>
    event.type === 'CalendarPostHandedOver' ? event.data.postId : partsOfStream(event.stream).id,
  next: ({ calendarPostId, outcome, at }) => outcome && { at, action: { calendarPostId, outcome } },
  act: async ({ calendarPostId, outcome }, { send, endInstance }) => {
    await send(calendarPost, calendarPostId, { type: 'settle-calendar-post', outcome }, 'settle');
    endInstance();
  },
});
