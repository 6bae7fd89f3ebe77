import { expect } from 'chai';
import { processOf } from '../../processes/kernel/process.ts';
import { event } from '../../projections/authoring/projection-spec.ts';
import { processSpec } from './process-spec.ts';

type Reminder = Readonly<{ postId: string; at: string }>;
type Ports = Readonly<{ sent: string[] }>;

const postId = 'c0000000000000000000000001';
const scheduledFor = '2026-03-05T10:00:00.000Z';
const scheduled = event('PostScheduled', { scheduledFor });

/** A process whose action leaves no event. */
const reminders = processOf<Reminder, Reminder, Ports>()({
  name: 'reminders',
  description: 'Reminds of scheduled posts.',
  on: {
    PostScheduled: (_, { data }, id) => ({ postId: id, at: data.scheduledFor }),
    PostUnscheduled: () => undefined,
  },
  instancesOf: () => postId,
  next: (reminder) => ({ at: reminder.at, action: reminder }),
  act: async (reminder, _context, { sent }) => void sent.push(reminder.postId),
});

describe('the spec of a process', () => {
  it('lists what is due after events, and when', () => {
    const given = processSpec(reminders);
    given(scheduled).owes({ postId, at: scheduledFor }).at(scheduledFor);
    given(scheduled, event('PostUnscheduled', {})).owesNothing();
    given().owesNothing();
  });

  it('catches an action that ends without an event that changes the instance', async () => {
    const sent: string[] = [];
    const fault = await processSpec(reminders)(scheduled)
      .acting({ sent })
      .sends()
      .then(() => '', String);
    expect(fault).to.match(/reminders: the action ended without an event that changes the instance/);
    expect(sent).to.deep.equal([postId]);
  });
});
