import { expect } from 'chai';
import { useRunningService, type TestWorkspace } from '../support/running-service.ts';
import { comment, publish, texts, type Listed } from './commenting.ts';
import { until } from '../support/until.ts';

/** Accounts are subscribed to their platforms at the connection, and what others write reaches the service. */
describe('what comes in', function () {
  this.timeout(180_000);
  const service = useRunningService();
  const ask = (of: TestWorkspace, line: string, body?: object) => service().ask(of.sessionToken, line, body);
  const idOf = (of: TestWorkspace, platform: string) =>
    ask(of, 'GET /accounts').then(({ body }) => {
      const found = (body.data as { id: string; platform: string }[]).find((each) => each.platform === platform);
      return found?.id ?? '';
    });
  const incomingOf = async (of: TestWorkspace, id: string) =>
    (await ask(of, `GET /accounts/${id}`)).body['incoming'] as
      | { by: string; arrived: boolean; checkedAt: string }
      | undefined;
  const zoe = { id: '15550001111', username: 'zoe' };
  const write = (of: TestWorkspace, accountId: string, text: string, author = zoe) =>
    ask(of, 'POST /sandbox/inbox/messages', { accountId, text, author });
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

  it('on WhatsApp: a message, with a visible number and without one', async () => {
    const of = await service().workspace();
    const id = await idOf(of, 'whatsapp');
    await write(of, id, 'Hello');
    await write(of, id, 'STOP', { id: 'US.13491208655302741918', username: 'ana' });
    const contacts = await contactsOf(of);
    expect(contacts.map(({ username, isSuppressed }) => [username, isSuppressed])).to.have.deep.members([
      ['zoe', false],
      ['ana', true],
    ]);
  });

  it('on X: a reply, a mention and a message, by the X Activity API', async () => {
    const of = await service().workspace();
    const live = await publish(of, 'TWITTER');
    await comment(of, live, 'TWITTER', 'Nice');
    const inbox = (await ask(of, 'GET /inbox/comments')).body.data as Listed[];
    expect(texts(inbox)).to.deep.equal(['Nice']);
    const id = await idOf(of, 'twitter');
    await write(of, id, 'STOP');
    expect((await contactsOf(of)).find(({ username }) => username === 'zoe')).to.include({ isSuppressed: true });
    const incoming = await incomingOf(of, id);
    expect(incoming).to.include({ by: 'webhooks', arrived: true });
  });

  it('on Facebook: from the Page that is chosen, at once', async () => {
    const of = await service().workspace();
    const id = await idOf(of, 'facebook');
    await until('the first Page is subscribed', async () => (await incomingOf(of, id)) !== undefined);
    const first = await incomingOf(of, id);
    const { body } = await ask(of, `GET /accounts/${id}/pages`);
    const pages = body['pages'] as { id: string }[];
    const { selectedPage } = (await ask(of, `GET /accounts/${id}`)).body as { selectedPage: { id: string } };
    const pageId = pages.find((page) => page.id !== selectedPage.id)?.id ?? '';
    expect((await ask(of, `POST /accounts/${id}/select-page`, { pageId })).status).to.equal(200);
    const isAsked = async () => (await incomingOf(of, id))?.checkedAt !== first?.checkedAt;
    await until('the chosen one is subscribed', isAsked);
    const live = await publish(of, 'FACEBOOK');
    expect(live.nativeOn('FACEBOOK').split('_')[0]).to.equal(pageId);
    await comment(of, live, 'FACEBOOK', 'Nice');
    const inbox = (await ask(of, 'GET /inbox/comments')).body.data as (Listed & { permalinkUrl: string | null })[];
    expect(texts(inbox)).to.deep.equal(['Nice']);
    expect(inbox[0]?.permalinkUrl).to.match(new RegExp(`^https://www[.]facebook[.]com/${pageId}/posts/`));
    await of.send('POST /sandbox/inbox/mentions', { accountId: id, text: 'Look', author: zoe });
    const { data } = (await ask(of, 'GET /inbox/mentions')).body as { data: { permalinkUrl: string | null }[] };
    expect(data.map(({ permalinkUrl }) => permalinkUrl?.startsWith('https://www.facebook.com/'))).to.deep.equal([true]);
    expect(await incomingOf(of, id)).to.include({ by: 'webhooks', arrived: true });
  });

  it('on Instagram, by either login', async () => {
    const of = await service().workspace();
    const made = await of.send('POST /sandbox/accounts', { platform: 'INSTAGRAM', oauthVersion: 'fb_login' });
    for (const accountId of [String(made.body['id']), await idOf(of, 'instagram')]) {
      const mention = { accountId, text: `Look at ${accountId}`, author: zoe };
      expect((await of.send('POST /sandbox/inbox/mentions', mention)).status).to.equal(201);
      expect(await incomingOf(of, accountId)).to.include({ by: 'webhooks' });
      const { data } = (await ask(of, 'GET /inbox/mentions')).body as { data: { content: string }[] };
      expect(data.map(({ content }) => content)).to.include(mention.text);
    }
  });

  it('says of a message of WhatsApp what became of it: published, by a template where it has to be, or failed by 131047', async () => {
    const of = await service().workspace();
    const id = await idOf(of, 'whatsapp');
    await write(of, id, 'Hello');
    const publishTo = async (recipientPhone: string, content = `To ${recipientPhone}`) => {
      const made = await ask(of, 'POST /posts', {
        content,
        accountIds: [id],
        platformMetadata: { WHATSAPP: { recipientPhone } },
      });
      const live = await ask(of, `POST /posts/${made.body['id']}/publish?sync=true&timeout=60`);
      return (live.body['platforms'] as { status: string; error?: { message: string } }[])[0];
    };
    expect(await publishTo('+15550001111')).to.include({ status: 'published' });
    expect(await publishTo('+15557654321')).to.include({ status: 'published' });
    const refused = await publishTo('+15557654321', 'Longer than a template. '.repeat(50));
    expect(refused).to.include({ status: 'failed' });
    expect(refused?.error?.message).to.contain('131047');
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
