import { expect } from 'chai';
import { testApps } from '../../../support/sandbox-apps.ts';
import { forWorkspace } from '../../../../infra/products/platform-sandbox/consent.ts';
import { signedRedirects } from '../../../../infra/products/platform-sandbox/known-redirects.ts';
import { sandboxFetch } from '../../../../infra/products/platform-sandbox/node-handler.ts';
import { memorySandboxStore } from '../../../../infra/products/platform-sandbox/memory-store.ts';

describe('the consent page of a simulated platform', () => {
  const redirects = signedRedirects('a secret');
  const respond = sandboxFetch({
    store: memorySandboxStore(),
    apps: testApps,
    clock: { now: () => new Date() },
    redirects,
  });
  const asked = (redirectUri: string): string => {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: testApps.TWITTER.clientId,
      redirect_uri: redirectUri,
      scope: 'tweet.read',
      state: 's',
      code_challenge: 'c',
      code_challenge_method: 'S256',
    });
    return `http://127.0.0.1/sandbox/twitter/x.com/i/oauth2/authorize?${query.toString()}`;
  };
  const [ours, theirs] = ['https://app.example.com/back', 'https://evil.example.com/'];

  it('leads back to the address that the service asked for', async () => {
    const reply = await respond(new Request(forWorkspace(asked(ours), 'w1', redirects.proofOf(ours))));
    expect(reply.status).to.equal(302);
    expect(reply.headers.get('location')).to.match(/^https:\/\/app\.example\.com\/back\?code=/);
  });

  it('leads to no address of a stranger, whatever the person decides', async () => {
    const links = [
      asked(theirs),
      forWorkspace(asked(theirs), 'w1', redirects.proofOf(ours)),
      forWorkspace(asked(theirs), 'w1', signedRedirects('another secret').proofOf(theirs)),
    ];
    for (const link of links)
      for (const decision of ['', '&sandbox_decision=deny', '&sandbox_decision=allow']) {
        const reply = await respond(new Request(`${link}${decision}`));
        expect([reply.status, reply.headers.get('location')], `${link}${decision}`).to.deep.equal([400, null]);
      }
  });
});
