import { queueSchedule, QueueScheduleChanged } from '../../../domain/queues/queue-schedule.ts';
import { queueSlot, QueueSlotTaken } from '../../../domain/queues/queue-slot.ts';
import { defaultQueue } from '../../../domain/queues/queue.ts';
import { specFor } from '../../support/spec.ts';

const at = '2026-01-05T09:00:00.000Z';

describe('the queue of a workspace', () => {
  const given = specFor(queueSchedule);
  const evening = { timezone: 'Europe/Berlin', slots: [{ day: 1, time: '20:00' }] };
  const set = (schedule: typeof evening) => ({ type: 'set-queue-schedule', schedule }) as const;

  it('takes other slots, in order and each once', () => {
    const [late, early] = [
      { day: 1, time: '20:00' },
      { day: 0, time: '08:00' },
    ];
    given()
      .when(set({ ...evening, slots: [late, early, late] }))
      .then(QueueScheduleChanged({ ...evening, slots: [early, late] }));
  });
  it('does not change when it is set to what it is', () => {
    given(QueueScheduleChanged(evening)).when(set(evening)).thenNothing();
    given().when(set(defaultQueue())).thenNothing();
  });
  it('may have no slots at all', () => {
    given()
      .when(set({ ...evening, slots: [] }))
      .then(QueueScheduleChanged({ ...evening, slots: [] }));
  });
});

describe('a slot of the queue', () => {
  const given = specFor(queueSlot);
  const taken = QueueSlotTaken({ postId: 'one', at, from: null });

  it('goes to the post that comes first', () => {
    given().when({ type: 'reserve', holder: 'one', at, now: at }).then(taken);
  });
  it('is refused to a second post, and the refusal names its holder', () => {
    given(taken)
      .when({ type: 'reserve', holder: 'two', at, now: at })
      .thenRefused('CONFLICT', /Another post/);
  });
  it('passes to another holder once its holder has left it', () => {
    given(taken)
      .when({ type: 'reserve', holder: 'two', at, now: at, lapsed: ['one'] })
      .then(QueueSlotTaken({ postId: 'two', at, from: 'one' }));
  });
  it('is not taken over from a holder whose state was not read', () => {
    given(taken, QueueSlotTaken({ postId: 'two', at, from: 'one' }))
      .when({ type: 'reserve', holder: 'three', at, now: at, lapsed: ['one'] })
      .thenRefused('CONFLICT');
  });
});
