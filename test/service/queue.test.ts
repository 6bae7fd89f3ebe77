import { expect } from 'chai';
import { nextFreeSlot } from '../../domain/queues/slot-times.ts';
import { defaultQueue, type QueueSchedule } from '../../domain/queues/queue.ts';
import { useRunningService, type TestWorkspace } from '../support/running-service.ts';

describe('the queue of a running service', function () {
  this.timeout(60_000);
  const service = useRunningService();

  const queued = (workspace: TestWorkspace, content: string) =>
    workspace.send('POST /posts', { content, accountIds: [workspace.accounts['MASTODON']], queue: true });

  /** The first slots of a queue from an instant on. */
  const slotsFrom = (schedule: QueueSchedule, from: number, count: number): string[] => {
    const taken: number[] = [];
    while (taken.length < count) taken.push(nextFreeSlot(schedule, from, taken) ?? NaN);
    return taken.map((slot) => new Date(slot).toISOString());
  };

  it('is weekdays at nine, noon and five until another is set, and then that one', async () => {
    const workspace = await service().workspace();
    expect((await workspace.send('GET /queues')).body).to.deep.equal(defaultQueue());
    const schedule = { timezone: 'America/New_York', slots: [{ day: 6, time: '23:30' }] };
    const set = await workspace.send('PUT /queues', schedule);
    expect([set.status, set.body]).to.deep.equal([200, schedule]);
    expect((await workspace.send('GET /queues')).body).to.deep.equal(schedule);
    const weekend = [6, 0].map((day) => ({ day, time: '10:00' }));
    await workspace.send(`PATCH /workspaces/${workspace.workspaceId}`, { settings: { week_start_day: 'monday' } });
    expect((await workspace.send('PUT /queues', { ...schedule, slots: weekend })).body['slots']).to.deep.equal(weekend);
    expect((await workspace.send('GET /queues')).body['slots']).to.deep.equal(weekend);
    await workspace.send(`PATCH /workspaces/${workspace.workspaceId}`, { settings: { week_start_day: 'sunday' } });
    expect((await workspace.send('GET /queues')).body['slots']).to.deep.equal([...weekend].reverse());
    await workspace.send('PUT /queues', schedule);
    const now = await workspace.now();
    const created = await queued(workspace, 'Into a slot of my own');
    expect([created.status, created.body['scheduledFor']]).to.deep.equal([201, slotsFrom(schedule, now, 1)[0]]);
  });

  it('gives posts that race for it a slot each, without a gap', async () => {
    const workspace = await service().workspace();
    const now = await workspace.now();
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => queued(workspace, `Racing ${index}`)));
    expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 201));
    const slots = answers.map(({ body }) => String(body['scheduledFor'])).sort();
    expect(slots).to.deep.equal(slotsFrom(defaultQueue(), now, 8));
  });

  it('gives a slot again that its post has left', async () => {
    const workspace = await service().workspace();
    const first = (await queued(workspace, 'Leaving')).body;
    expect((await workspace.send(`POST /posts/${first['id']}/cancel`)).status).to.equal(200);
    // Free slots are looked for in the read model; a read of one's own write waits until it has the cancellation.
    expect((await workspace.send(`GET /posts/${first['id']}`)).body['status']).to.equal('cancelled');
    const next = (await queued(workspace, 'Coming')).body;
    expect(next['scheduledFor']).to.equal(first['scheduledFor']);
  });

  it('moves a draft into its next slot', async () => {
    const workspace = await service().workspace();
    const accountIds = [workspace.accounts['MASTODON']];
    const draft = (await workspace.send('POST /posts', { content: 'Some day', accountIds })).body;
    const moved = await workspace.send(`PATCH /posts/${draft['id']}`, { queue: true });
    const now = await workspace.now();
    expect(moved.body['status']).to.equal('scheduled');
    expect(moved.body['scheduledFor']).to.equal(slotsFrom(defaultQueue(), now, 1)[0]);
  });

  it('without slots takes nothing, and a schedule that is none is refused', async () => {
    const workspace = await service().workspace();
    expect((await workspace.send('PUT /queues', { timezone: 'UTC', slots: [] })).status).to.equal(200);
    const refused = await queued(workspace, 'Nowhere to go');
    expect([refused.status, refused.body['error']['code']]).to.deep.equal([400, 'VALIDATION_ERROR']);
    const nonsense = await workspace.send('PUT /queues', { timezone: 'Mars/Olympus', slots: [] });
    expect(nonsense.body['error']['details']['field']).to.equal('timezone');
  });
});
