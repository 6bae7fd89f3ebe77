import { expect } from 'chai';
import { useRunningService, type TestWorkspace } from '../support/running-service.ts';
import { until } from '../support/until.ts';

/** Accounts are subscribed to their platforms at the connection, and what others write reaches the service. */
describe('what comes in', function () {
  this.timeout(60_000);
  const service = useRunningService();
  const ask = (of: TestWorkspace, line: string, body?: object) => service().ask(of.sessionToken, line, body);
  const idOf = (of: TestWorkspace, platform: string) =>
    ask(of, 'GET /accounts').then(({ body }) => {
      const found = (body.data as { id: string; platform: string }[]).find((each) => each.platform === platform);
      return found?.id ?? '';
    });
  const incomingOf = async (of: TestWorkspace, id: string) =>
    (await ask(of, `GET /accounts/${id}`)).body['incoming'] as { by: string; arrived: boolean } | undefined;
  const write = (of: TestWorkspace, accountId: string, text: string) =>
    ask(of, 'POST /sandbox/inbox/messages', { accountId, text, author: { id: '4711', username: 'zoe' } });
  const contactsOf = async (of: TestWorkspace) =>
    (await ask(of, 'GET /contacts')).body['contacts'] as { isSuppressed: boolean; username: string }[];

  it('on Telegram: a message to the bot, and STOP, by the webhook of the bot', async () => {
    const of = await service().workspace();
    const id = await idOf(of, 'telegram');
    await until('it is subscribed', async () => (await incomingOf(of, id)) !== undefined);
    expect(await incomingOf(of, id)).to.include({ by: 'webhooks', arrived: false });
    expect((await write(of, id, 'Hello')).status).to.equal(201);
    expect((await contactsOf(of)).map(({ username }) => username)).to.deep.equal(['zoe']);
    await write(of, id, 'STOP');
    expect((await contactsOf(of))[0]).to.include({ isSuppressed: true });
    await until('a report is noted', async () => (await incomingOf(of, id))?.arrived === true);
  });

  it('ends with the account: the bot reports no more', async () => {
    const of = await service().workspace();
    const id = await idOf(of, 'telegram');
    await until('it is subscribed', async () => (await incomingOf(of, id))?.by === 'webhooks');
    await ask(of, `DELETE /accounts/${id}`);
    await until('it is unsubscribed', async () => (await incomingOf(of, id)) === undefined);
    const { body } = await ask(of, `GET /accounts/${id}/history`);
    const types = (body.data as { type: string }[]).map(({ type }) => type);
    expect(types.slice(-2)).to.deep.equal(['AccountEventsUnsubscribed', 'AccountTokensForgotten']);
  });
});
