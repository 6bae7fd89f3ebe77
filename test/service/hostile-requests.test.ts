import { expect } from 'chai';
import { encodeCursor } from '../../read-api/kernel/page.ts';
import { useRunningService } from '../support/running-service.ts';

const long = 'x'.repeat(6_000);

describe('requests that are made to fail', function () {
  this.timeout(60_000);
  const service = useRunningService();
  const outcome = ({ status, body }: { status: number; body: { error?: { code?: string } } }) =>
    `${status} ${body.error?.code ?? ''}`;

  it('have cursors with characters that no column holds', async () => {
    const { send } = await service().workspace('agency', false);
    for (const key of ['\0', ['2026-01-01T00:00:00.000Z', 'a\0'], '\ud800'])
      for (const list of ['/posts', '/accounts', '/media', '/audit-logs', '/webhooks'])
        expect((await send(`GET ${list}?cursor=${encodeCursor(key)}`)).status, `${list} ${String(key)}`).to.be.oneOf([
          200, 400,
        ]);
    expect(outcome(await send(`GET /audit-logs?cursor=${encodeCursor('\0')}`))).to.equal('400 VALIDATION_ERROR');
  });

  it('carry more metadata than an event holds', async () => {
    const { send, accounts } = await service().workspace('agency');
    const metadata = { title: 'x'.repeat(70_000) };
    const post = { content: 'Hello', accountIds: [accounts['MASTODON']], metadata, saveAsDraft: true };
    expect(outcome(await send('POST /posts', post))).to.equal('400 VALIDATION_ERROR');
  });

  it('name accounts by thousands of characters', async () => {
    const { send } = await service().workspace('agency', false);
    const asked: readonly [string, unknown?][] = [
      ['POST /posts', { content: 'Hello', accountIds: [long], saveAsDraft: true }],
      ['POST /posts/validate', { content: 'Hello', platforms: ['TWITTER'], accountIds: [long] }],
      [`GET /accounts/${long}`],
      [`GET /posts?accountId=${long}`],
      [
        'POST /sandbox/inbox/comments',
        { accountId: long, platformPostId: 'p', text: 't', author: { id: 'a', username: 'a' } },
      ],
    ];
    for (const [line, body] of asked) expect((await send(line, body)).status, line.slice(0, 30)).to.be.within(200, 499);
  });

  it('begin a sign-in at Bluesky with an identity that cannot be decoded', async () => {
    const { send } = await service().workspace('agency', false);
    const body = { redirectUri: 'https://app.example.com/back', loginHint: 'did:web:%zz' };
    const answer = await send('POST /accounts/connect/bluesky', body);
    expect(answer.status, JSON.stringify(answer.body)).to.be.within(400, 499);
  });

  it('get the headers of every answer with the key set of the local issuer', async () => {
    const { headers } = await fetch(new URL('/oidc/jwks', service().demo.baseUrl));
    expect(headers.get('x-content-type-options')).to.equal('nosniff');
    expect(headers.get('strict-transport-security')).to.match(/max-age/);
    expect(headers.get('x-request-id')).to.be.a('string');
    expect(headers.get('cache-control')).to.equal('public, max-age=600');
  });
});
