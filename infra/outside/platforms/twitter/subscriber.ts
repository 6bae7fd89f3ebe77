import { z } from 'zod';
import type { EventSubscriber } from '../../../../domain/platforms/event-subscriber.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { RunContext } from '../../../../domain/platforms/publisher.ts';
import { appOf, type PlatformTools } from '../adapter.ts';
import { clientInHeader } from '../code-flow.ts';
import type { PlatformRequest } from '../http.ts';
import { shaped } from '../shape.ts';
import { twitterApi } from './api.ts';

/** X Activity API: direct replies to the account's posts, mentions in the text of others' posts, unencrypted messages. */
const activities = [
  { type: 'post.reply.create', scope: 'tweet.read' },
  { type: 'post.mention.create', scope: 'tweet.read' },
  { type: 'dm.received', scope: 'dm.read' },
] as const;

const AppToken = z.object({ access_token: z.string() });
const Webhook = z.object({ id: z.string(), url: z.string().optional(), valid: z.boolean().optional() });
const Webhooks = z.object({ data: z.array(Webhook).default([]) });
/** The description has `data` as one object or none; the webhook itself is answered by some versions. */
const MadeWebhook = z.union([z.object({ data: Webhook }).transform(({ data }) => data), Webhook]);
const Subscription = z.object({ subscription_id: z.string() });
const Made = z.object({
  data: z.union([
    Subscription,
    z
      .array(Subscription)
      .min(1)
      .transform(([first]) => first),
  ]),
});

const isGone = (error: unknown): boolean =>
  error instanceof PlatformError && ['404', 'resource-not-found'].includes(error.platformCode ?? '');

/**
 * X Activity API. The application has one webhook, and each account a subscription per kind of
 * event, made with the account's token. What concerns the application is asked with its own token,
 * got by the API key (`TWITTER_WEBHOOKS_CLIENT_ID`, `TWITTER_WEBHOOKS_CLIENT_SECRET`).
 */
export const twitterSubscriber = (tools: PlatformTools): EventSubscriber => {
  const api = twitterApi(tools);
  type Request = Omit<PlatformRequest, 'url'> & Readonly<{ path: string }>;

  const appToken = async (): Promise<string> => {
    const { clientId, clientSecret } = appOf(tools.apps, 'TWITTER_WEBHOOKS');
    const { headers } = clientInHeader({
      clientId: encodeURIComponent(clientId),
      clientSecret: encodeURIComponent(clientSecret),
    });
    const reply = await tools.http.call({
      method: 'POST',
      url: `${tools.hosts.urls.TWITTER.api}/oauth2/token`,
      effect: 'step',
      headers: headers ?? {},
      form: { grant_type: 'client_credentials' },
    });
    return shaped(AppToken, reply, 'step').access_token;
  };
  const asApp = (accessToken: string) => (request: Request) => api(request, { credentials: { accessToken } });
  type AsApp = ReturnType<typeof asApp>;

  /** The webhook of the application at this address, made and validated where it is not. */
  const webhookAt = async (url: string, ask: AsApp): Promise<string> => {
    const listing = await ask({ method: 'GET', path: '/2/webhooks', effect: 'read' });
    const known = shaped(Webhooks, listing, 'read').data.find((each) => each.url === url);
    if (known?.valid === false) await ask({ method: 'PUT', path: `/2/webhooks/${known.id}`, effect: 'step' });
    if (known) return known.id;
    const reply = await ask({ method: 'POST', path: '/2/webhooks', json: { url }, effect: 'step' });
    return shaped(MadeWebhook, reply, 'step').id;
  };

  const subscribed = async (type: string, webhookId: string, context: RunContext): Promise<string> => {
    const json = { event_type: type, filter: { user_id: context.account.nativeId }, webhook_id: webhookId };
    const reply = await api({ method: 'POST', path: '/2/activity/subscriptions', json, effect: 'step' }, context);
    const { data } = shaped(Made, reply, 'step');
    if (!data) throw new PlatformError('unknown', 'PUBLISH_ERROR', 'X named no subscription');
    return data.subscription_id;
  };

  return {
    platform: 'TWITTER',
    obstacle({ scopes }) {
      if (!tools.apps.TWITTER_WEBHOOKS?.clientSecret)
        return {
          reason: 'not_configured',
          message:
            'TWITTER_WEBHOOKS_CLIENT_ID and TWITTER_WEBHOOKS_CLIENT_SECRET, the API key and its secret, are not set',
        };
      const lacking = activities.find(({ scope }) => scopes && !scopes.includes(scope));
      return lacking && { reason: 'missing_scope', message: `the token lacks ${lacking.scope}` };
    },
    async subscribe(address, context) {
      const webhookId = await webhookAt(address().url, asApp(await appToken()));
      const ids: string[] = [];
      for (const { type } of activities) ids.push(await subscribed(type, webhookId, context));
      return { source: context.account.nativeId, id: ids.join(',') };
    },
    /** An update names the webhook again: it fails where the subscription is gone. */
    async isSubscribed({ source, id = '' }, address, { account }) {
      const ids = id.split(',').filter((each) => each !== '');
      if (source !== account.nativeId || ids.length !== activities.length) return false;
      const ask = asApp(await appToken());
      const webhookId = await webhookAt(address().url, ask);
      const json = { webhook_id: webhookId };
      try {
        for (const each of ids)
          await ask({ method: 'PUT', path: `/2/activity/subscriptions/${each}`, json, effect: 'step' });
        return true;
      } catch (error) {
        if (isGone(error)) return false;
        throw error;
      }
    },
    async unsubscribe({ id = '' }) {
      const ask = asApp(await appToken());
      for (const each of id.split(',').filter((one) => one !== ''))
        await ask({ method: 'DELETE', path: `/2/activity/subscriptions/${each}`, effect: 'step' }).catch(
          (error: unknown) => {
            if (!isGone(error)) throw error;
          },
        );
    },
  };
};
