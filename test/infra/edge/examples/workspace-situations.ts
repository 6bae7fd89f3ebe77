import type { Body, Home } from './home.ts';
import { at, post, type Asked, type Situations } from './making.ts';

const calledBack = async (home: Home): Promise<Asked> => {
  const { id } = await post(home);
  const headers = { 'x-callback-url': 'https://example.com/callback' };
  await home.ask(home.apiKey, `POST /posts/${id}/publish`, undefined, headers);
  const { data } = await home.awaited('GET /webhooks/callback-deliveries', (found) => found['data'].length > 0);
  return { params: { deliveryId: data[0].id } };
};

const newWebhook = async ({ made }: Home): Promise<string> =>
  (await made('POST /webhooks', { url: 'https://example.com/hook', events: ['post.published'] }))['id'] as string;

const replay = async (home: Home): Promise<Asked> => {
  const to = Date.now() - 1000;
  const period = { from: new Date(to - 60_000).toISOString(), to: new Date(to).toISOString() };
  return { params: { id: await newWebhook(home) }, body: period };
};

const replayed = async (home: Home): Promise<Asked> => {
  const { made } = home;
  const id = await newWebhook(home);
  const to = Date.now() - 1000;
  const period = { from: new Date(to - 60_000).toISOString(), to: new Date(to).toISOString() };
  const { id: replayId } = await made(`POST /webhooks/${id}/replay`, period);
  return { params: { id, replayId } };
};

const invited = async (home: Home): Promise<Asked> => {
  const { sessionToken } = await home.service.workspace('free', false);
  const email = `guest-${Date.now()}@example.com`;
  await home.made(`POST ${at(home)}/invitations`, { email, role: 'EDITOR' }, home.sessionToken);
  const { emails } = await home.awaited(`GET /sandbox/emails?to=${email}`, (found) => found['emails'].length > 0);
  return { params: { token: /invitations\/(\S+)/.exec(emails[0].text as string)?.[1] ?? '' }, token: sessionToken };
};

const member = ({ made }: Home, role = 'MEMBER'): Promise<Body> => made('POST /sandbox/members', { role });

const offered = async (home: Home): Promise<Asked> => {
  const of = await home.service.workspace('pro', false);
  const { userId, sessionToken } = (await of.send('POST /sandbox/members', { role: 'ADMIN' })).body;
  await of.byOwner(`POST /workspaces/${of.workspaceId}/transfer-request`, { targetUserId: userId });
  return { params: { id: of.workspaceId }, token: sessionToken as string };
};

const byOfferer = async (home: Home): Promise<Asked> => {
  const of = await home.service.workspace('pro', false);
  const { userId } = (await of.send('POST /sandbox/members', { role: 'ADMIN' })).body;
  await of.byOwner(`POST /workspaces/${of.workspaceId}/transfer-request`, { targetUserId: userId });
  return { params: { id: of.workspaceId }, token: of.sessionToken };
};

const toOffer = async (home: Home): Promise<Asked> => {
  const of = await home.service.workspace('pro', false);
  const { userId } = (await of.send('POST /sandbox/members', { role: 'ADMIN' })).body;
  return { params: { id: of.workspaceId }, body: { targetUserId: userId }, token: of.sessionToken };
};

/** Without a subscription. */
const ownWorkspace = async ({ made }: Home): Promise<Asked & { token: string; params: { id: string } }> => {
  const asked = { plan: 'free', aiTier: null, connectAll: false };
  const { workspaceId, sessionToken } = await made('POST /sandbox/workspaces', asked);
  return { params: { id: workspaceId as string }, token: sessionToken as string };
};

const subscriber = async (home: Home, ...steps: string[]): Promise<Asked> => {
  const { sessionToken, byOwner } = await home.service.workspace('pro', false);
  for (const step of steps) await byOwner(step);
  return { token: sessionToken };
};

const subscriberByKey = async (home: Home, body?: unknown, ...steps: string[]): Promise<Asked> => {
  const { apiKey, send } = await home.service.workspace('pro', false);
  for (const step of steps) await send(step, {});
  return { token: apiKey, body };
};

const delivered = async ({ made, awaited }: Home): Promise<Asked> => {
  const { id } = await made('POST /webhooks', { url: 'https://example.com/hook', events: ['post.published'] });
  const delivery = await made('POST /webhooks/test', { webhookId: id });
  const path = `GET /webhooks/${id}/deliveries/${delivery['id']}`;
  for (let attempts = 1; attempts <= 4; attempts++) {
    await awaited(path, (record) => record['attempts'].length === attempts && record['error'] !== null);
    if (attempts < 4) await made('POST /sandbox/clock/advance', { seconds: 1000 });
  }
  await awaited(path, ({ status }) => status === 'FAILED');
  return { params: { id, deliveryId: delivery['id'] } };
};

export const workspaceSituations: Situations = {
  getInvitation: invited,
  acceptInvitation: invited,
  acceptTransfer: offered,
  declineTransfer: offered,
  cancelTransfer: byOfferer,
  cancelTransferAtPlural: byOfferer,
  getTransfer: byOfferer,
  getTransferAtPlural: byOfferer,
  requestTransfer: toOffer,
  requestTransferAtPlural: toOffer,
  removeMember: async (home) => ({
    params: { id: home.workspaceId, userId: (await member(home))['userId'] },
    token: home.sessionToken,
  }),
  deleteWorkspace: async (home) => {
    const asked = await ownWorkspace(home);
    const another = { name: 'Terrace', slug: `terrace-${asked.params.id}` };
    await home.made('POST /users/me/workspaces', another, asked.token);
    return asked;
  },
  requestWorkspaceDeletion: async (home) => ({
    ...(await ownWorkspace(home)),
    body: { reason: 'The project is over' },
  }),
  deleteMe: async (home) => ({ token: (await member(home))['sessionToken'] as string }),
  getMySubscription: (home) => subscriber(home),
  cancelMySubscription: (home) => subscriber(home),
  resumeMySubscription: (home) => subscriber(home, 'POST /users/me/subscription/cancel'),
  resumeSubscription: (home) => subscriberByKey(home, undefined, 'POST /billing/cancel'),
  cancelSubscription: (home) => subscriberByKey(home, { cancelScheduledPosts: false }),
  cancelPendingChange: (home) => subscriberByKey(home, undefined, 'POST /billing/cancel'),
  redeliverWebhook: delivered,
  getCallbackDelivery: calledBack,
  getCallbackDeliveryHistory: calledBack,
  getCallbackDeliveryDiff: async (home) => ({ ...(await calledBack(home)), query: { from: '2026-01-01T00:00:00Z' } }),
  replayWebhook: replay,
  getWebhookReplay: replayed,
  getWebhookReplayHistory: replayed,
  getWebhookReplayDiff: async (home) => ({ ...(await replayed(home)), query: { from: '2026-01-01T00:00:00Z' } }),
  openCheckout: async (home) => {
    const { token } = await ownWorkspace(home);
    return { token, body: { plan: 'pro', billingPeriod: 'monthly' } };
  },
  changeAiAddOn: (home) => subscriberByKey(home, { tier: 'pro' }),
  buyAiAddOn: (home) => subscriberByKey(home, { tier: 'starter' }),
  updateSubscription: (home) => subscriberByKey(home, { plan: 'agency', billingPeriod: 'monthly' }),
  changeSubscriptionPlan: (home) => subscriberByKey(home, { plan: 'agency', billingPeriod: 'monthly' }),
  testWebhook: async ({ made }) => {
    const { id } = await made('POST /webhooks', { url: 'https://example.com/hook', events: ['post.published'] });
    return { body: { webhookId: id } };
  },
  getWebhookDelivery: delivered,
  deleteWebhook: async ({ made }) => ({
    params: {
      id: (await made('POST /webhooks', { url: 'https://example.com/hook', events: ['post.failed'] }))['id'] as string,
    },
  }),
};
