import { expect } from 'chai';
import { canPublish, connected } from './cases/connecting.ts';
import type { Case } from './contract.ts';
import { platformErrorOf } from './memory-run.ts';

const dayMs = 86_400_000;

/** Renewal where the access token itself is exchanged: while it lives, once it is a day old, and never afterwards. */
export const renewedWhileAlive: Case = async (bench) => {
  const { lab } = bench;
  const { connector, grant, account } = await connected(bench);
  expect(grant.canAutoRefresh).to.equal(true);
  const life = (grant.expiresInSeconds ?? 0) * 1000;
  lab.clock.advance(2 * dayMs);
  const renewed = await connector.refresh(account, grant.credentials);
  expect(renewed.credentials.accessToken).not.to.equal(grant.credentials.accessToken);
  lab.clock.advance(life - dayMs);
  expect((await platformErrorOf(connector.details(grant.credentials))).kind).to.equal('unauthorized');
  expect((await platformErrorOf(connector.refresh(account, grant.credentials))).kind).to.equal('unauthorized');
  await canPublish(bench, account, renewed);
};
