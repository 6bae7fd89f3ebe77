import { expect } from 'chai';
import { watchingOwnEnd } from '../../../processes/kernel/own-end.ts';
import { destinations } from '../../../processes/posts/destinations.ts';
import { event } from '../../../projections/authoring/projection-spec.ts';

const ending = (postPlatformId: string) =>
  event('DestinationPublished', {
    postPlatformId,
    platformPostId: 'n1',
    publishedAt: '2026-03-02T10:00:00.000Z',
    objects: [{ kind: 'post', nativeId: 'n1' }],
  });
const deferred = event('DestinationDeferred', {
  postPlatformId: 'p1',
  until: '2026-03-02T11:00:00.000Z',
  reason: 'later',
});

/** Whether a run that appends the last of these events takes the instance p1 for ended. */
const isOverAfter = async (appended: number, ...events: readonly unknown[]): Promise<boolean> => {
  const send = async () => ({ events, appended });
  const claimed = { instance: 'p1', state: { postId: 'c1', postPlatformId: 'p1', platform: 'MASTODON', at: '' } };
  const run = watchingOwnEnd(destinations, claimed, { send } as never);
  await run.context.send(undefined as never, 'c1', undefined as never, { step: 'step' });
  return run.isOver();
};

describe('a run that watches the events it appends', () => {
  it('is over once one of them ends its instance', async () => {
    expect(await isOverAfter(1, deferred, ending('p1'))).to.equal(true);
    expect(await isOverAfter(2, ending('p1'), event('PostUnscheduled', {}))).to.equal(true);
  });

  it('goes on after an event that changes its instance, or that ends another one', async () => {
    expect(await isOverAfter(1, deferred)).to.equal(false);
    expect(await isOverAfter(1, ending('p2'))).to.equal(false);
  });

  it('goes on where the command appended nothing', async () => {
    expect(await isOverAfter(0, ending('p1'))).to.equal(false);
  });
});
