import { randomUUID } from 'node:crypto';
import type { StreamStore } from '../../domain/kernel/event-store.ts';
import { account } from '../../domain/accounts/account.ts';
import {
  AccountConnected,
  AccountDetailsUpdated,
  AccountTokenRefreshed,
} from '../../domain/accounts/account-events.ts';
import type { NewEvent } from '../../domain/kernel/event.ts';
import { post } from '../../domain/posts/post.ts';
import { PostCreated, PostEdited } from '../../domain/posts/post-events.ts';
import { user, UserRegistered, UserRenamed } from '../../domain/users/user.ts';
import { MemberJoined } from '../../domain/workspaces/member.ts';
import {
  WebhookDeliveryAttemptFailed,
  WebhookDeliverySucceeded,
  webhookDelivery,
} from '../../domain/webhooks/delivery.ts';
import { webhookEndpoint, WebhookEndpointCreated } from '../../domain/webhooks/endpoint.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import { WorkspaceCreated, WorkspaceRenamed } from '../../domain/workspaces/workspace-events.ts';
import { freshId } from '../support/edge.ts';

/** Whose a thing is, and where it is asked for. */
export type Thing = Readonly<{ id: string; workspaceId: string; userId: string; path: string }>;
export type LongStream = Thing &
  Readonly<{
    stream: string;
    /** The moments at which a past state is visible: a workspace is visible only to its members. */
    moments: readonly bigint[];
  }>;

type Life = Readonly<{
  category: string;
  /** The stream of all events but the first, where it is not the thing's own stream. */
  elsewhere?(thing: Thing): string;
  thing(of: Thing): Partial<Thing>;
  event(thing: Thing, at: number): NewEvent;
}>;

/** What happens to things that live long: how each begins, and how it continues. */
const lives = {
  post: {
    category: post.category,
    thing: ({ id }) => ({ path: `/posts/${id}` }),
    event: ({ id }, at) =>
      at > 0
        ? PostEdited({ changes: { content: `Chapter ${at}` } })
        : PostCreated({
            postId: id,
            content: 'A long story',
            contentType: 'TEXT',
            media: [],
            overrides: {},
            threadItems: [],
            firstComment: null,
            firstCommentDelay: 0,
            personaId: null,
            platformMetadata: {},
            metadata: {},
            destinations: [],
            scheduledFor: null,
            createdById: null,
          }),
  },
  account: {
    category: account.category,
    thing: ({ id }) => ({ path: `/accounts/${id}` }),
    event: ({ id: accountId }, at) => {
      const names = { username: `olivia_${at}`, displayName: `Olivia Example ${at}` };
      const token = { tokenVersion: at + 1, tokenExpiresAt: '2030-01-01T00:00:00.000Z', canAutoRefresh: true };
      if (at % 10 > 0) return AccountTokenRefreshed({ accountId, ...token });
      if (at > 0) return AccountDetailsUpdated({ accountId, ...names });
      const connection = { accountId, connectionId: randomUUID(), platform: 'MASTODON' as const, nativeId: accountId };
      return AccountConnected({ ...connection, ...names, ...token, connectedById: null });
    },
  },
  workspace: {
    category: workspace.category,
    thing: ({ id }) => ({ path: `/workspaces/${id}`, workspaceId: id }),
    event: ({ id: workspaceId, userId }, at) => {
      if (at > 1) return WorkspaceRenamed({ name: `Name ${at}` });
      if (at > 0) return MemberJoined({ userId, role: 'OWNER' });
      const names = { name: 'Name', slug: workspaceId, logo: null };
      return WorkspaceCreated({ workspaceId, ...names, plan: 'agency', mode: 'test', ownerId: userId, settings: {} });
    },
  },
  user: {
    category: user.category,
    thing: ({ id }) => ({ path: '/users/me', userId: id }),
    event: ({ id: userId }, at) =>
      at > 0
        ? UserRenamed({ userId, name: `Olivia ${at}` })
        : UserRegistered({ userId, externalId: userId, email: 'olivia@example.com', name: null, avatarUrl: null }),
  },
  webhook: {
    category: webhookEndpoint.category,
    thing: ({ id }) => ({ path: `/webhooks/${id}` }),
    elsewhere: ({ id }) => `${webhookDelivery.category}-${id}`,
    event: ({ id: endpointId }, at) => {
      const hook = { endpointId, url: 'https://example.com/', events: [], description: null, secretName: 'hook' };
      if (at === 0) return WebhookEndpointCreated(hook);
      const tried = { deliveryId: endpointId, endpointId, attempt: 1, responseBody: null, latencyMs: 1 };
      return at % 10 > 0
        ? WebhookDeliverySucceeded({ ...tried, statusCode: 200 })
        : WebhookDeliveryAttemptFailed({ ...tried, statusCode: 500, error: 'HTTP 500', retryAt: null });
    },
  },
} satisfies Readonly<Record<string, Life>>;

export const longLived = Object.keys(lives) as readonly (keyof typeof lives)[];

/** A thing to which so much has happened, on the log. `store` seals what is about people, as the service does. */
export const longStream = async (
  kind: keyof typeof lives,
  length: number,
  of: Pick<Thing, 'workspaceId' | 'userId'>,
  store: StreamStore,
): Promise<LongStream> => {
  const life: Life = lives[kind];
  const bare = { ...of, id: freshId(), path: '' };
  const thing = { ...bare, ...life.thing(bare) };
  const stream = `${life.category}-${thing.id}`;
  const began = Date.now() - length;
  const events = Array.from({ length }, (_, at) => ({
    ...life.event(thing, at),
    id: randomUUID(),
    meta: {
      workspaceId: thing.workspaceId,
      mode: 'test' as const,
      actor: { kind: 'user' as const, id: thing.userId },
      $correlationId: 'bench',
      $causationId: randomUUID(),
      occurredAt: new Date(began + at).toISOString(),
    },
  }));
  const rest = life.elsewhere?.(thing);
  const own = rest === undefined ? events : events.slice(0, 1);
  const written = async (name: string, all: typeof events): Promise<bigint[]> => {
    for (let at = 0; at < all.length; at += 100)
      await store.append(name, at === 0 ? 'none' : at - 1, all.slice(at, at + 100));
    return (await store.read(name)).events.map(({ position }) => position.commit);
  };
  const commits = await written(stream, own);
  if (rest !== undefined) commits.push(...(await written(rest, events.slice(1))));
  const moments = commits.slice(1);
  return { ...thing, stream, moments };
};
