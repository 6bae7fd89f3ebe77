import { expect } from 'chai';
import { useRunningService } from '../support/running-service.ts';

/** Workspace settings, `allowedPlatforms`. */
describe('platforms that a workspace has not enabled', function () {
  this.timeout(60_000);
  const service = useRunningService();

  it('take no posts, and those of before are not published on request', async () => {
    const workspace = await service().workspace();
    const { send, accounts, workspaceId } = workspace;
    const outcome = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, body.error?.code];
    const post = (platform: 'TWITTER' | 'BLUESKY') =>
      send('POST /posts', { content: 'Hello', accountIds: [accounts[platform]] });
    const allow = (allowedPlatforms: readonly string[]) =>
      send(`PATCH /workspaces/${workspaceId}`, { settings: { allowedPlatforms } });
    const draft = await post('TWITTER');
    const other = await post('BLUESKY');
    expect((await allow(['BLUESKY'])).status).to.equal(200);
    const restricted = [403, 'PLATFORM_RESTRICTED'];
    expect(outcome(await post('TWITTER'))).to.deep.equal(restricted);
    expect(outcome(await send(`POST /posts/${draft.body.id}/publish`))).to.deep.equal(restricted);
    const moved = await send(`PATCH /posts/${other.body.id}`, { accountIds: [accounts['TWITTER']] });
    expect(outcome(moved)).to.deep.equal(restricted);
    expect((await post('BLUESKY')).status).to.equal(201);
    expect((await allow([])).status).to.equal(200);
    expect((await post('TWITTER')).status).to.equal(201);
  });
});
