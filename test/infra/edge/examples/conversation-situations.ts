import type { Body, Home } from './home.ts';
import { post, published, text, type Asked, type Situations } from './making.ts';

const broadcast = async ({ made }: Home, more: object = {}): Promise<string> => {
  const { id } = await made('POST /broadcasts', {
    name: text(),
    messageTemplate: 'Our spring menu is here',
    platforms: ['FACEBOOK'],
    ...more,
  });
  return id as string;
};

/** New contacts, whom one tag selects. */
const segment = async ({ made, accounts }: Home, count: number, platform = 'FACEBOOK'): Promise<object> => {
  const tags = [text()];
  await made('POST /sandbox/contacts', { accountId: accounts[platform], count, tags });
  return { platforms: [platform], segmentRules: { tags } };
};

const sending = async (home: Home, ...steps: string[]): Promise<Asked> => {
  const id = await broadcast(home, await segment(home, 500));
  for (const step of ['send', ...steps]) await home.made(`POST /broadcasts/${id}/${step}`);
  return { params: { id } };
};

const comment = async (home: Home): Promise<Asked> => {
  const { accounts, made, sessionToken } = home;
  const { id } = await post(home, { accountIds: [accounts['FACEBOOK']] });
  await made(`POST /posts/${id}/publish?sync=true&timeout=60`);
  const { platforms } = await made(`GET /posts/${id}`);
  await made('POST /sandbox/inbox/comments', {
    accountId: accounts['FACEBOOK'],
    platformPostId: platforms[0].platformPostId,
    text: 'Do you open on Sundays?',
    author: { id: 'author-4', username: 'eva' },
  });
  await made(`POST /accounts/${accounts['FACEBOOK']}/comments/sync`);
  const { data } = await made(`GET /accounts/${accounts['FACEBOOK']}/comments`);
  return { params: { id: data[0].id }, token: sessionToken };
};

const receivedComment = async (home: Home): Promise<Asked> => {
  const { platforms } = await published(home);
  const body = {
    accountId: home.accounts['BLUESKY'],
    platformPostId: platforms[0].platformPostId,
    text: 'Well said',
    author: { id: 'did:plc:zoe', username: 'zoe.example.com' },
  };
  return { body };
};

/** On a platform that no other broadcast here sends to: a fault that waits is its own. */
const sent = async (home: Home): Promise<string> => {
  const id = await broadcast(home, await segment(home, 2, 'INSTAGRAM'));
  await home.made(`POST /broadcasts/${id}/send`);
  await home.awaited(`GET /broadcasts/${id}`, ({ broadcast: view }) => view.status === 'SENT');
  return id;
};

const withFailures = async (home: Home): Promise<Asked> => {
  await home.made('POST /sandbox/faults', {
    platform: 'INSTAGRAM',
    operation: 'message',
    fault: 'forbidden',
    times: 1,
  });
  return { params: { id: await sent(home) } };
};

const unread = async (home: Home): Promise<Asked> => {
  const id = await sent(home);
  const { deliveries } = await home.made(`GET /broadcasts/${id}/deliveries?limit=1`);
  return { params: { deliveryId: deliveries[0].id } };
};

const importing = async ({ made }: Home): Promise<Asked> => {
  const people = Array.from({ length: 3000 }, (_, n) => `FACEBOOK,${n + 20_000}`);
  const { id } = await made('POST /contacts/imports', { csv: ['platform,platformId', ...people].join('\n') });
  return { params: { id } };
};

const writer = async ({ made, awaited, accounts }: Home): Promise<string> => {
  await made('POST /sandbox/inbox/messages', {
    accountId: accounts['FACEBOOK'],
    text: 'Do you have a table tonight?',
    author: { id: 'author-5', username: 'max' },
  });
  const { contacts } = await awaited('GET /contacts?search=max', (found) => found['contacts'].length > 0);
  return contacts[0].id as string;
};

const contact = async ({ made }: Home): Promise<Body> => {
  const body = await made('POST /contacts', { platform: 'FACEBOOK', platformId: text(), tags: ['vip'] });
  return (body['data'] ?? body) as Body;
};

const sequence = async ({ made }: Home): Promise<string> => {
  const body = await made('POST /sequences', { name: text() });
  return ((body['data'] ?? body) as Body)['id'] as string;
};

export const conversationSituations: Situations = {
  sendBroadcast: async (home) => ({ params: { id: await broadcast(home) } }),
  changeBroadcast: async (home) => ({
    params: { id: await broadcast(home) },
    body: { messageTemplate: 'Hello {{first_name}}, the terrace is open.' },
  }),
  deleteBroadcast: async (home) => ({ params: { id: await broadcast(home) } }),
  pauseBroadcast: (home) => sending(home),
  resumeBroadcast: (home) => sending(home, 'pause'),
  hideComment: comment,
  replyToComment: async (home) => ({ ...(await comment(home)), body: { content: 'Yes, from nine to six.' } }),
  replyPrivatelyToComment: async (home) => ({ ...(await comment(home)), body: { content: 'Yes, from nine to six.' } }),
  receiveSandboxComment: receivedComment,
  retryBroadcast: withFailures,
  readSandboxDelivery: unread,
  cancelContactImport: importing,
  sendContactMessage: async (home) => ({ params: { id: await writer(home) }, body: { text: 'Yes, at eight.' } }),
  untagContact: async (home) => ({ params: { id: (await contact(home))['id'] as string, tag: 'vip' } }),
  enrollContact: async (home) => ({
    params: { id: await sequence(home) },
    body: { contactId: (await contact(home))['id'], platform: 'FACEBOOK' },
  }),
};
