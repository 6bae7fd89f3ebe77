import { sql } from 'kysely';
import { z } from 'zod';
import { creditAccountId } from '../../domain/credits/credit-account-id.ts';
import { Mode } from '../../domain/kernel/mode.ts';
import { streamOf } from '../../domain/streams.ts';
import { UserReply } from '../contract/person.ts';
import { creditAccountOf, creditMovementsOf, creditReadModels } from '../credits/credit-history.ts';
import type { EventHistory } from '../history/event-history.ts';
import { readEndpoint, type ReadContext } from '../kernel/endpoint.ts';
import type { RequestRecords } from '../workspaces/request-records.ts';
import { profileOf, workspacesOf } from './own-profile.ts';
import { isRecord } from '../../domain/kernel/record.ts';

export type ExportPorts = Readonly<{ history: EventHistory; requests: Pick<RequestRecords, 'ofPerson'> }>;

/** The most entries of each list: the newest. */
const maxEntries = 5_000;
/** Each of these is read from the log. */
const maxWritten = 1_000;
const readAtOnce = 8;

/** What people write by themselves, beside posts. */
const ownWords = [
  'PostStepApproved',
  'PostStepRejected',
  'CommentReplySendStarted',
  'ReviewReplySendStarted',
  'MessageSendStarted',
];

type Mine = ReadContext & Readonly<{ mine: string; workspaceIds: readonly string[] }>;

const inWorkspaces = ({ workspaceIds }: Mine) => sql<boolean>`workspace_id = any(${workspaceIds})`;

/** All events of a stream of the person, oldest first. */
const storyOf = async (stream: string, { history }: ExportPorts) => {
  const story: { type: string; occurredAt: string; data: unknown }[] = [];
  for (let from = 0; ;) {
    const { events, next, more } = await history.page(stream, from, 200);
    story.push(...events.map(({ type, data, meta }) => ({ type, occurredAt: meta.occurredAt, data })));
    if (!more) return story;
    from = next;
  }
};

const keysOf = async (of: Mine) => {
  const rows = await of.db
    .selectFrom('api_keys')
    .select(['workspace_id', 'view'])
    .where(inWorkspaces(of))
    .where(sql<boolean>`view->>'createdBy' = ${of.mine}`)
    .orderBy('id', 'desc')
    .limit(maxEntries)
    .execute();
  return rows.map(({ workspace_id: workspaceId, view }) => ({ workspaceId, ...view }));
};

const invitationsOf = async (of: Mine) => {
  const rows = await of.db
    .selectFrom('invitations')
    .select(['id', 'workspace_id', 'email', 'role', 'created_at', 'expires_at'])
    .where(inWorkspaces(of))
    .where('invited_by', '=', of.mine)
    .orderBy('id', 'desc')
    .limit(maxEntries)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    workspaceId: row.workspace_id,
    email: row.email,
    role: row.role,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }));
};

const authored = async (model: 'posts' | 'calendar_posts', of: Mine) => {
  const rows = await of.db
    .selectFrom(model)
    .select(['workspace_id', 'view'])
    .where(inWorkspaces(of))
    .where(sql<boolean>`view->>'createdById' = ${of.mine}`)
    .orderBy('id', 'desc')
    .limit(maxEntries)
    .execute();
  return rows.map(({ workspace_id: workspaceId, view }) => ({ workspaceId, ...view }));
};

const actionsOf = (of: Mine) =>
  of.db
    .selectFrom('audit_logs')
    .selectAll()
    .where(inWorkspaces(of))
    .where('actor_kind', '=', 'user')
    .where('actor_id', '=', of.mine)
    .orderBy('place', 'desc');

/** What the person wrote beside posts: comments on approvals, replies to comments, and messages. */
const writtenBy = async (of: Mine, { history }: ExportPorts) => {
  const places = await actionsOf(of)
    .where(sql<boolean>`type = any(${ownWords})`)
    .limit(maxWritten)
    .execute();
  const written: object[] = [];
  for (let from = 0; from < places.length; from += readAtOnce) {
    const some = places.slice(from, from + readAtOnce);
    const pages = await Promise.all(some.map(({ stream, revision }) => history.page(stream, revision, 1)));
    for (const [index, { events }] of pages.entries()) {
      const { type, occurred_at: occurredAt, workspace_id: workspaceId } = some[index] ?? {};
      written.push({ type, occurredAt, workspaceId, data: events[0]?.data ?? null });
    }
  }
  return written;
};

/** The newest actions, with the addresses that they came from. */
const addressedActions = async (of: Mine, { history }: ExportPorts) => {
  const rows = await actionsOf(of).limit(maxWritten).execute();
  const actions: object[] = [];
  for (let from = 0; from < rows.length; from += readAtOnce) {
    const some = rows.slice(from, from + readAtOnce);
    const addresses = await history.addresses(some);
    for (const [index, row] of some.entries())
      actions.push({
        type: row.type,
        occurredAt: row.occurred_at,
        workspaceId: row.workspace_id,
        resource: { kind: row.resource_kind, id: row.resource_id },
        address: addresses[index] ?? null,
      });
  }
  return actions;
};

const creditsOf = async ({ db, mine }: Mine) => {
  const accounts = Mode.options.map(async (mode) => {
    const accountId = creditAccountId(mine, mode);
    const { movements } = await creditMovementsOf(db, accountId, { page: 1, limit: maxEntries });
    return { mode, account: (await creditAccountOf(db, accountId)) ?? null, movements };
  });
  return Promise.all(accounts);
};

/** GET /v1/users/me/export. */
export const exportMe = (ports: ExportPorts) =>
  readEndpoint({
    method: 'GET',
    path: '/v1/users/me/export',
    id: 'exportMe',
    summary: 'All personal data that the service has of me, as a file',
    description:
      'Profile with its history and the web analytics client id, sign-ins by password with their addresses, preferences, subscription with its payments, AI credits, ' +
      'API keys without their secrets, invitations, posts and calendar posts that I made, what I wrote on approvals, as ' +
      `replies and as messages, and my requests with their addresses. A list has the newest ${maxEntries} entries; ` +
      `\`written\` and \`actions\` have ${maxWritten}. Of workspaces that I left it has nothing.`,
    reply: z.looseObject({ exportedAt: z.string(), user: UserReply }),
    access: 'session',
    errors: ['RATE_LIMITED'],
    reads: [
      'users',
      'memberships',
      'workspaces',
      'api_keys',
      'invitations',
      'notification_preferences',
      'subscriptions',
      ...creditReadModels,
      'posts',
      'calendar_posts',
      'audit_logs',
    ],
    run: async (_asked, context) => {
      const { db, caller, now } = context;
      const mine = caller.userId ?? '';
      const [profile, workspaces] = await Promise.all([profileOf(context), workspacesOf(mine, context)]);
      const of: Mine = { ...context, mine, workspaceIds: workspaces.map(({ id }) => id) };
      const [saved, subscription] = await Promise.all([
        db.selectFrom('notification_preferences').select('preferences').where('user_id', '=', mine).executeTakeFirst(),
        db.selectFrom('subscriptions').select('view').where('owner_id', '=', mine).executeTakeFirst(),
      ]);
      const profileHistory = await storyOf(streamOf('user', mine), ports);
      const linked = profileHistory.findLast(({ type }) => type === 'UserAnalyticsClientSet')?.data;
      return {
        headers: { 'content-disposition': `attachment; filename="personal-data-${now.slice(0, 10)}.json"` },
        body: {
          exportedAt: now,
          user: { ...profile, workspaces },
          profileHistory,
          signIns: (await storyOf(`signIn-${mine}`, ports)).slice(-maxEntries),
          analyticsClientId: isRecord(linked) && typeof linked['clientId'] === 'string' ? linked['clientId'] : null,
          notificationPreferences: saved?.preferences ?? null,
          subscription: subscription?.view ?? null,
          payments: await storyOf(streamOf('subscription', mine), ports),
          credits: await creditsOf(of),
          apiKeys: await keysOf(of),
          invitationsSent: await invitationsOf(of),
          posts: await authored('posts', of),
          calendarPosts: await authored('calendar_posts', of),
          written: await writtenBy(of, ports),
          actions: await addressedActions(of, ports),
          requests: await ports.requests.ofPerson(mine, of.workspaceIds, maxEntries),
        },
      };
    },
  });
