import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import { until } from '../../support/until.ts';
import type { LiveService } from '../service/live-service.ts';
import type { Connected, Report } from './scenario.ts';
import type { Body } from './workspace.ts';
import { patience } from './patience.ts';

/** The first 32 hex digits of HMAC-SHA256(secret, "platform-webhooks") (docs/platform-webhooks.md). */
export const verifyToken = (secret: string): string =>
  createHmac('sha256', secret).update('platform-webhooks').digest('hex').slice(0, 32);

/** Sends a report to the service as the platform does. One without a proof is refused. */
export const reported = async (
  live: LiveService,
  platform: string,
  { body, headers }: Report,
  at = `/v1/platform-webhooks/${platform.toLowerCase()}`,
): Promise<void> => {
  const unsigned = await live.raw(at, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  expect(unsigned.status, 'a report without a proof').to.equal(403);
  const answer = await live.raw(at, { method: 'POST', headers, body });
  expect(answer.status, `a report of ${platform}: ${await answer.text()}`).to.equal(200);
};

/** The check of an address by a hub (Meta; WebSub). */
export const challenged = async (live: LiveService, platform: string, secret: string): Promise<void> => {
  const at = `/v1/platform-webhooks/${platform.toLowerCase()}?hub.mode=subscribe&hub.challenge=1158201444`;
  const answer = await live.raw(`${at}&hub.verify_token=${verifyToken(secret)}`, {});
  expect([answer.status, await answer.text()]).to.deep.equal([200, '1158201444']);
};

/** The comment that a report was about, as the inbox shows it: under the post that the run has published. */
export const inInbox = async ({ workspace }: Connected, words: string): Promise<Body> => {
  let found: Body;
  const isThere = async () => {
    const listed = (await workspace.asPerson(200, 'GET /inbox/comments'))['data'] as Body[];
    found = listed.find((each) => each['content'] === words);
    return found !== undefined;
  };
  await until(`the inbox shows ${words}`, isThere, patience.ms);
  expect(found?.['postId'], 'the post that the comment is under').to.be.a('string');
  return found;
};

/** The mention that a report was about, as the inbox shows it. */
export const mentioned = async ({ workspace }: Connected, nativeId: string): Promise<Body> => {
  let found: Body;
  const isThere = async () => {
    const listed = (await workspace.asPerson(200, 'GET /inbox/mentions'))['data'] as Body[];
    found = listed.find((each) => each['platformMentionId'] === nativeId);
    return found !== undefined;
  };
  await until(`the inbox shows the mention ${nativeId}`, isThere, patience.ms);
  return found;
};

/** A person's message becomes a contact, who is answered; STOP ends that. */
export const conversed = async (
  of: Connected,
  says: (text: string, nativeId: string) => Promise<void>,
): Promise<void> => {
  const { workspace, world } = of;
  const person = of.visitor.id;
  world.newAccount(person, 'rita', 'Rita Reporter');
  await says('Are you open on Sunday?', `m_${world.nextNumber()}`);
  const listed = async (): Promise<Body> =>
    ((await workspace.expected(200, 'GET /contacts'))['contacts'] as Body[]).find(
      (each) => each['platformId'] === person,
    );
  await until('the person is a contact', async () => (await listed()) !== undefined, patience.ms);
  const hasName = async () => (await listed())?.['displayName'] === 'Rita Reporter';
  await until('the contact has the name that the platform says', hasName, patience.ms);
  const contact = await listed();
  const answer = `From eight to noon ${world.nextNumber()}`;
  const sent = await workspace.expected(200, `POST /contacts/${contact['id']}/messages`, { text: answer });
  expect(sent['deliveries'][0], JSON.stringify(sent['deliveries'])).to.include({ status: 'DELIVERED' });
  const held = world.of('message').find(({ text }) => text === answer);
  expect(held?.parent, 'whom the message is for').to.equal(person);
  await says('Stop', `m_${world.nextNumber()}`);
  const isSuppressed = async () =>
    (await workspace.expected(200, `GET /contacts/${contact['id']}`))['isSuppressed'] === true;
  await until('STOP is recorded', isSuppressed, patience.ms);
};
