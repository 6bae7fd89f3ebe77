import { expect } from 'chai';
import { unsubscribeLinks } from '../../../../infra/adapters/notifications/unsubscribe-links.ts';
import { freshId } from '../../../support/edge.ts';

describe('links that end mails', () => {
  const links = unsubscribeLinks('secret', 'https://here');
  const named = { userId: freshId(), workspaceId: freshId(), kind: 'weeklyDigest' as const };
  const token = links.urlOf(named).slice('https://here/unsubscribe/'.length);

  it('name a person and a kind', () => expect(links.read(token)).to.deep.equal(named));
  it('can only be made by the service', () => {
    const others = unsubscribeLinks('another', 'https://here');
    const forged = [token.replace('weeklyDigest', 'postFailed'), `${token}x`, token.slice(0, -1), '', 'a.b.c.d'];
    for (const one of forged) expect(links.read(one), one).to.equal(undefined);
    expect(others.read(token)).to.equal(undefined);
  });
});
