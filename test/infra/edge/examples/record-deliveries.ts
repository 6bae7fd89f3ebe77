import { partsOfStream } from '../../../../domain/kernel/stream-names.ts';
import type { Recorded as RecordedEvent } from '../../../../domain/kernel/event.ts';
import { AccountLoginEnds } from '../../../../domain/accounts/account-events.ts';
import { SubscriptionPaymentStatusChanged } from '../../../../domain/billing/subscription-events.ts';
import { stored } from '../../../domain/webhooks/history.ts';
import { testEnvelopeOf } from '../../../../domain/webhooks/envelope.ts';
import { testEventType, type DeliveredType } from '../../../../domain/webhooks/event-types.ts';
import { bodyOf, publishedAs } from '../../../../domain/webhooks/outbound-events.ts';
import type { RunningService } from '../../../support/running-service.ts';
import type { Body, Home } from './home.ts';

/** Every event of the log. */
const logOf = async ({ store }: RunningService): Promise<readonly RecordedEvent[]> => {
  const head = await store.head();
  const stop = new AbortController();
  const all: RecordedEvent[] = [];
  for await (const { events, to } of store.follow('start', { signal: stop.signal })) {
    all.push(...(events as readonly RecordedEvent[]));
    if (!head || to.commit >= head.commit) break;
  }
  stop.abort();
  return all;
};

/** The log keeps what people wrote and are called sealed, and a delivery opens it. Here words stand in for it. */
const standIns: Readonly<Record<string, string>> = {
  username: 'zoe.lind',
  authorUsername: 'zoe.lind',
  reviewerName: 'Zoe Lind',
  content: 'The best cake in town',
  text: 'Do you have a table tonight?',
  permalinkUrl: 'https://example.com/posts/1',
};

const opened = (value: unknown, name = ''): unknown => {
  if (typeof value === 'string') return value.startsWith('sealed:') ? (standIns[name] ?? '10001') : value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, opened(part, key)]));
};

/** The body that a receiver gets of each type, made of what happened as deliveries are made. */
export const recordDeliveries = async (service: RunningService): Promise<ReadonlyMap<DeliveredType, object>> => {
  const log = await logOf(service);
  const testId = 'evt_test_c000000000000000000000000';
  const at = '2026-03-02T09:00:00.000Z';
  const bodies = new Map<DeliveredType, object>([[testEventType, testEnvelopeOf(testId, at, 'A test delivery')]]);
  // The payment provider reports the one, and a platform the other after weeks.
  const unpaid = stored('subscription-c000000000000000000000000', [
    SubscriptionPaymentStatusChanged({ status: 'past_due' }),
  ]);
  const ending = stored('account-c000000000000000000000000', [
    AccountLoginEnds({
      accountId: 'c000000000000000000000000',
      platform: 'FACEBOOK',
      loginEndsAt: '2026-03-09T09:00:00.000Z',
      publishesOn: true,
    }),
  ]);
  const played = [...unpaid, ...ending];
  for (const event of [...log, ...played]) {
    for (const type of publishedAs(event)) {
      if (bodies.has(type)) continue;
      const history = [...log, ...played].filter(({ stream }) => stream === event.stream);
      const body = { eventId: `evt_${partsOfStream(event.stream).id}`, ...bodyOf(type, event, history) };
      bodies.set(type, opened(body) as object);
    }
  }
  return bodies;
};

type Send = (line: string, body?: unknown) => Promise<Body>;

const sendIn =
  (home: Home, token: string): Send =>
  (line, body) =>
    home.made(line, body, token);

const declinedPayment = async (home: Home): Promise<void> => {
  const { apiKey } = await home.made('POST /sandbox/workspaces', { plan: 'pro', aiTier: null, connectAll: false });
  await sendIn(home, apiKey as string)('POST /sandbox/payments', { outcome: 'declined' });
  await home.ask(apiKey as string, 'POST /subscription/ai-addon', { tier: 'pro' });
};

const revokedAccount = async (home: Home): Promise<void> => {
  const { accounts, sessionToken } = await home.service.workspace('agency');
  const send = sendIn(home, sessionToken);
  await send('POST /sandbox/faults', { platform: 'TWITTER', operation: 'refresh', fault: 'token_revoked', times: 1 });
  await home.ask(sessionToken, `POST /accounts/${accounts.TWITTER}/refresh`);
};

const suppressedContact = async ({ made }: Home): Promise<void> => {
  const { id, data } = await made('POST /contacts', { platform: 'FACEBOOK', platformId: 'quiet' });
  for (const isSuppressed of [true, false]) await made(`PATCH /contacts/${id ?? data.id}`, { isSuppressed });
};

const hourMs = 3_600_000;
const dayS = 86_400;

const lonelyBroadcast = async (home: Home): Promise<void> => {
  const { now } = await home.made('GET /sandbox/clock');
  const { id } = await home.made('POST /broadcasts', {
    name: 'To no one',
    messageTemplate: 'Hello',
    platforms: ['TELEGRAM'],
    scheduledFor: new Date(Date.parse(now as string) + hourMs).toISOString(),
  });
  await home.made('POST /sandbox/clock/advance', { seconds: 3700 });
  await home.awaited(`GET /broadcasts/${id}`, ({ broadcast }) => broadcast.status === 'FAILED');
};

/** The plan ends, its grace too, and then it begins again. */
const pausedAccounts = async (home: Home): Promise<void> => {
  const of = await home.service.workspace('agency');
  await of.send('POST /billing/cancel');
  await of.advance(32 * dayS);
  await of.awaited(`GET /workspaces/${of.workspaceId}`, ({ plan }) => plan === 'free');
  await of.advance(5 * dayS);
  const paused = ({ accounts }: Body): readonly Body[] => (accounts as Body[]).filter((account) => account['paused']);
  await of.awaited('GET /accounts?limit=100', (body) => paused(body).length > 0);
  await of.send('POST /subscription/change-plan', { plan: 'agency' });
  await of.awaited('GET /accounts?limit=100', (body) => paused(body).length === 0);
};

/** Makes happen what no example of a request does. */
export const makeEveryDelivery = async (home: Home): Promise<void> => {
  await declinedPayment(home);
  await revokedAccount(home);
  await suppressedContact(home);
  await lonelyBroadcast(home);
  await pausedAccounts(home);
};
