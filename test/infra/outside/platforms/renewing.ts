import { expect } from 'chai';
import { canPublish, connected } from './cases/connecting.ts';
import type { Case } from './contract.ts';
import { adapted } from './cases/publishing.ts';
import { rendered } from './lab.ts';
import { MemoryRun, platformErrorOf } from './memory-run.ts';

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

/**
 * Facebook Login: no exchange moves the end of a long-lived token. The Page publishes beyond it with a token of its own, until the
 * person takes the grant back.
 */
export const outlivedByItsPage: Case = async (bench) => {
  const { lab } = bench;
  const { connector, grant, account: person } = await connected(bench);
  const [page] = await connector.destinations(person, grant.credentials);
  const account = { ...person, ...(page && { page }) };
  const life = (grant.expiresInSeconds ?? 0) * 1000;
  expect([grant.canAutoRefresh, life]).to.deep.equal([true, 60 * dayMs]);
  lab.clock.advance(2 * dayMs);
  const early = await connector.refresh(account, grant.credentials);
  expect(early).to.deep.include({ canAutoRefresh: true, expiresInSeconds: (58 * dayMs) / 1000 });
  expect(early.credentials.accessToken).not.to.equal(grant.credentials.accessToken);
  lab.clock.advance(51 * dayMs);
  const late = await connector.refresh(account, early.credentials);
  expect(late.expiresInSeconds, 'the Page needs no further renewal').to.equal(undefined);
  expect(late.loginEndsInSeconds).to.equal((7 * dayMs) / 1000);
  lab.clock.advance(8 * dayMs);
  expect((await platformErrorOf(connector.details(late.credentials))).kind).to.equal('unauthorized');
  const over = await connector.refresh(account, late.credentials);
  expect([over.expiresInSeconds, over.loginEndsInSeconds]).to.deep.equal([undefined, 0]);
  const post = adapted(bench, rendered('FACEBOOK', 'After the login'));
  const { publisher } = lab.adapter('FACEBOOK');
  const publish = () => publisher.publish(post, new MemoryRun(account, over.credentials, lab.clock).run);
  expect(await publish()).to.have.length(1);
  const { extra: _, ...withoutPages } = late.credentials;
  expect((await platformErrorOf(connector.refresh(account, withoutPages))).kind).to.equal('unauthorized');
  const held = await lab.store.grant('FACEBOOK', 'access', late.credentials.accessToken);
  await lab.store.revokeFamily('FACEBOOK', held?.secret.family ?? '');
  expect((await platformErrorOf(publish())).kind).to.equal('unauthorized');
  expect((await platformErrorOf(connector.refresh(account, over.credentials))).kind).to.equal('unauthorized');
};

/** Instagram by Facebook Login acts with the person's own token, so the account ends with the login, and says so. */
export const endsWithTheLogin: Case = async (bench) => {
  const { lab } = bench;
  const { connector, grant, account } = await connected(bench);
  lab.clock.advance(53 * dayMs);
  const late = await connector.refresh(account, grant.credentials);
  const week = (7 * dayMs) / 1000;
  expect(late).to.deep.include({ canAutoRefresh: false, expiresInSeconds: week, loginEndsInSeconds: week });
  await canPublish(bench, account, late);
  lab.clock.advance(8 * dayMs);
  expect((await platformErrorOf(connector.refresh(account, late.credentials))).kind).to.equal('unauthorized');
};
