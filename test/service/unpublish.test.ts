import { expect } from 'chai';
import { useRunningService } from '../support/running-service.ts';
import { until } from '../support/until.ts';

type Removing = { status: string; deleted: number; targets: number; nextAttemptAt?: string; error?: object };
type Held = { nativeId: string; parentNativeId: string | null; deleted: boolean };

/** Endpoints, Posts: unpublish rules; States and transitions, Post: POST unpublish. */
describe('unpublishing in a running service', function () {
  this.timeout(60_000);
  const service = useRunningService();

  const liveThread = async (platforms: readonly ('BLUESKY' | 'MASTODON')[]) => {
    const of = await service().workspace('agency');
    const threadItems = [1, 2, 3].map((sequence) => ({ sequence, content: `Item ${sequence}` }));
    const made = await of.send('POST /posts', {
      content: 'Item 1',
      contentType: 'THREAD',
      threadItems,
      accountIds: platforms.map((platform) => of.accounts[platform]),
    });
    const live = await of.send(`POST /posts/${made.body.id}/publish?sync=true&timeout=60`);
    expect(live.body.status, JSON.stringify(live.body)).to.equal('published');
    const held = async (platform: string): Promise<Held[]> =>
      (await of.send(`GET /sandbox/platforms/${platform}/objects`)).body.objects;
    const fail = (platform: string, times: number, fault = 'forbidden') =>
      of.send('POST /sandbox/faults', { platform, operation: 'delete', fault, times });
    const unpublish = () => of.send(`POST /posts/${made.body.id}/unpublish`);
    const post = async () => (await of.send(`GET /posts/${made.body.id}`)).body;
    const status = async (): Promise<string> => (await post()).status;
    /** The first destination as the post shows it. */
    const view = async (): Promise<{ removal?: Removing }> => (await post()).platforms[0];
    const advanceTo = async (time: string) =>
      of.advance(Math.max(1, Math.ceil((Date.parse(time) - (await of.now())) / 1000)));
    return { held, fail, unpublish, status, view, advanceTo };
  };

  it('removes every item of a thread, and reports how many', async () => {
    const { held, unpublish, status } = await liveThread(['BLUESKY']);
    const { status: code, body } = await unpublish();
    expect(code).to.equal(200);
    expect(body).to.deep.equal({
      results: { BLUESKY: { success: true, deleted: 3, targets: 3 } },
      unsupported_platforms: [],
      note: null,
    });
    expect((await held('BLUESKY')).every(({ deleted }) => deleted)).to.equal(true);
    expect(await status()).to.equal('unpublished');
  });

  it('tells partial_delete with counts where a copy stays, and removes it when asked again', async () => {
    const { held, fail, unpublish, status } = await liveThread(['BLUESKY']);
    await fail('BLUESKY', 1);
    const first = (await unpublish()).body.results.BLUESKY;
    expect(first).to.include({ success: false, reason: 'partial_delete', targets: 3 });
    const left = (await held('BLUESKY')).filter(({ deleted }) => !deleted);
    expect(left).to.have.length(3 - first.deleted);
    expect(first.deleted).to.be.within(1, 2);
    expect(await status()).to.equal('partial');
    expect((await unpublish()).body.results.BLUESKY).to.include({ success: true });
    expect((await held('BLUESKY')).every(({ deleted }) => deleted)).to.equal(true);
    expect(await status()).to.equal('unpublished');
  });

  it('waits where the platform takes no more calls, reports it, and then removes the rest', async () => {
    const { held, fail, unpublish, status, view, advanceTo } = await liveThread(['BLUESKY']);
    const liveCopies = async () => (await held('BLUESKY')).filter(({ deleted }) => !deleted).length;
    // The first of three deletes is carried out and its answer lost; the second meets the limit.
    await fail('BLUESKY', 1, 'error_after');
    await fail('BLUESKY', 1, 'rate_limited');
    const first = await unpublish();
    expect(first.status).to.equal(200);
    expect(first.body.results.BLUESKY).to.include({
      success: false,
      reason: 'partial_delete',
      deleted: 1,
      targets: 3,
    });
    expect(await liveCopies()).to.equal(2);
    expect(await status(), 'it has not ended').to.equal('published');
    const waiting = await view();
    expect(waiting.removal).to.deep.include({ status: 'pending', deleted: 1, targets: 3 });
    expect(waiting.removal?.error).to.include({ code: 'PLATFORM_RATE_LIMIT' });
    const due = waiting.removal?.nextAttemptAt ?? '';
    expect(first.body.note).to.contain(due);
    expect((await unpublish()).body.note, 'asked again while it waits').to.contain(due);
    await advanceTo(due);
    await until('the rest is removed', async () => (await status()) === 'unpublished', 20_000);
    expect(await liveCopies()).to.equal(0);
    expect((await view()).removal).to.equal(undefined);
  });

  it('does not change the post if nothing was removed, and leaves it partial after one platform', async () => {
    const { fail, unpublish, status } = await liveThread(['BLUESKY', 'MASTODON']);
    await Promise.all([fail('BLUESKY', 3), fail('MASTODON', 3)]);
    const nothing = await unpublish();
    expect(nothing.body.results.BLUESKY.success).to.equal(false);
    expect(nothing.body.results.MASTODON.success).to.equal(false);
    expect(await status()).to.equal('published');
    await fail('MASTODON', 3);
    const one = await unpublish();
    expect([one.body.results.BLUESKY.success, one.body.results.MASTODON.success]).to.deep.equal([true, false]);
    expect(await status()).to.equal('partial');
  });
});
