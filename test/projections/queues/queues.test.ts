import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { queues } from '../../../projections/queues/queues.ts';

const given = specFor(queues);

const changed = (timezone: string) =>
  event('QueueScheduleChanged', { timezone, slots: [{ day: 1, time: '09:00' }] }, { stream: 'queueSchedule-w1' });

describe('the read model queues', () => {
  it('has the newest schedule of a workspace', () =>
    given(changed('UTC'))
      .when(changed('Europe/Vienna'))
      .then({ workspace_id: 'w1', schedule: { timezone: 'Europe/Vienna', slots: [{ day: 1, time: '09:00' }] } }));
});
