import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { CommandContext } from '../../commands/kernel/command.ts';
import { CommandHandler } from '../../commands/kernel/handle.ts';
import { userEndpoints } from '../../commands/users/user-endpoints.ts';
import { workspaceEndpoints } from '../../commands/workspaces/workspace-endpoints.ts';
import type { WorkspacePorts } from '../../commands/workspaces/ports.ts';
import { catalogue } from '../../domain/events.ts';
import type { Mode } from '../../domain/kernel/mode.ts';
import type { Mail } from '../../domain/mail/mail.ts';
import type { Plan } from '../../domain/plans/plan.ts';
import { user } from '../../domain/users/user.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import { newApiKey } from '../../infra/edge/access/api-key.ts';
import { ReadModelDirectory } from '../../infra/edge/access/credential-directory.ts';
import { invitationLinks } from '../../infra/adapters/workspaces/invitation-links.ts';
import { Idempotency } from '../../infra/edge/http/idempotency.ts';
import { RateLimit } from '../../infra/edge/access/rate-limit.ts';
import { sessionMint, localSessions } from '../../infra/edge/identity/session.ts';
import { readOrCreateKeyFile } from '../../infra/stores/secrets/key-file.ts';
import { loadSigningKeys } from '../../infra/edge/identity/signing-key.ts';
import { requestRecords } from '../../infra/stores/postgres/request-records.ts';
import { keyringInFolder } from '../../infra/stores/secrets/keyring.ts';
import { ServiceEventStore } from '../../infra/stores/event-store/service-event-store.ts';
import { SubjectKeys } from '../../infra/stores/secrets/subject-keys.ts';
import { accounts } from '../../projections/accounts/accounts.ts';
import { apiKeys } from '../../projections/workspaces/api-keys.ts';
import { invitations } from '../../projections/workspaces/invitations.ts';
import { memberships } from '../../projections/workspaces/memberships.ts';
import { notificationPreferences } from '../../projections/notifications/notification-preferences.ts';
import { posts } from '../../projections/posts/posts.ts';
import { users } from '../../projections/users/users.ts';
import { workspaces } from '../../projections/workspaces/workspaces.ts';
import { logHistory } from '../../infra/log/history/log-history.ts';
import { auditLogs } from '../../projections/audit-logs/audit-logs.ts';
import { calendarPosts } from '../../projections/calendar/calendar-posts.ts';
import { creditAccounts } from '../../projections/credits/credit-accounts.ts';
import { creditMovements } from '../../projections/credits/credit-movements.ts';
import { subscriptions } from '../../projections/billing/subscriptions.ts';
import { workspacesOf } from '../../read-api/users/own-profile.ts';
import { userReads } from '../../read-api/users/user-reads.ts';
import { apiKeyReads } from '../../read-api/workspaces/api-key-reads.ts';
import { invitationReads } from '../../read-api/workspaces/invitation-reads.ts';
import { requestHistory } from '../../read-api/workspaces/request-history.ts';
import { usageReads } from '../../read-api/workspaces/usage-reads.ts';
import { workspaceReads } from '../../read-api/workspaces/workspace-reads.ts';
import { freshId, type Answer, type Ask } from './edge.ts';
import { openTestEventStore } from './event-store.ts';
import { invitationMailer } from './invitation-mailer.ts';
import { openTestDatabase } from './postgres.ts';
import { opened } from './opened.ts';
import { startPartialService } from './partial-service.ts';

export const peopleProjections = [
  workspaces,
  memberships,
  invitations,
  notificationPreferences,
  apiKeys,
  users,
  accounts,
  posts,
  auditLogs,
  calendarPosts,
  creditAccounts,
  creditMovements,
  subscriptions,
];

const issuer = 'http://127.0.0.1/oidc';
const hosted = 'https://media.test/';

/** Workspaces, members, keys and people on real parts: log, Postgres, read models, sessions, sealed personal data. */
export const startWorkspaceApi = async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'workspaces-'));
  const [log, database, keys] = await Promise.all([
    openTestEventStore(),
    openTestDatabase(),
    loadSigningKeys((create) => readOrCreateKeyFile(path.join(folder, 'identity-keys.json'), create)),
  ]);
  const keyring = await keyringInFolder(folder);
  const subjects = new SubjectKeys(database, keyring);
  const idempotency = new Idempotency({ database, keyring, onFault: () => {} });
  const store = new ServiceEventStore(log.store, catalogue, subjects);
  const service = await startPartialService({ store, database, projections: peopleProjections });
  const { db, freshness } = service;
  const directory = new ReadModelDirectory({
    db,
    freshness,
    localIssuer: issuer,
    verifySession: localSessions(issuer, keys, []),
    isOperator: () => false,
    signIn: () => Promise.resolve(),
  });
  store.onAppended((stream, { position }) => directory.noteAppend(stream, position));
  const commands = new CommandHandler(store);
  const mails: Mail[] = [];
  const play = { subscribed: new Set<string>(), paymentsDown: false, mailDown: false, hasMailServer: true, clock: 0 };
  const links = invitationLinks('a secret of the test', 'http://127.0.0.1');
  const ports: WorkspacePorts = {
    forgetInvitation: (invitationId) => subjects.destroy(invitationId),
    makeApiKey: newApiKey,
    isHosted: (url) => url.startsWith(hosted),
    bare: () => Promise.resolve(),
    activeSubscription: (id) =>
      Promise.resolve(play.subscribed.has(id) ? { cancelUrl: '/v1/billing/cancel' } : undefined),
    links,
    mailReaches: () => play.hasMailServer,
  };
  const edge = await service.serve({
    writes: [
      ...workspaceEndpoints(ports),
      ...userEndpoints({
        isHosted: ports.isHosted,
        bare: ports.bare,
        workspacesOf: async (userId) => {
          const rows = await db
            .selectFrom('memberships')
            .select('workspace_id')
            .where('user_id', '=', userId)
            .execute();
          return rows.map(({ workspace_id: id }) => id);
        },
        shownWorkspacesOf: (userId) => workspacesOf(userId, { db }),
        cancelSubscriptions: () =>
          play.paymentsDown ? Promise.reject(new Error('the payment provider is away')) : Promise.resolve(),
        forget: (userId) => subjects.destroy(userId),
      }),
    ],
    reads: [
      ...workspaceReads,
      ...invitationReads(links),
      ...apiKeyReads,
      ...usageReads(requestRecords(database.kysely)),
      requestHistory(requestRecords(database.kysely)),
      ...userReads({ history: logHistory(store), requests: requestRecords(database.kysely) }),
    ],
    ports: {
      commands,
      directory,
      idempotency,
      rateLimit: new RateLimit({ limits: () => ({ perMinute: 1e6, perSecond: 1e6 }) }),
      clock: () => Date.now() + play.clock,
    },
  });
  const mint = sessionMint(issuer, keys);

  const fromService = (workspaceId: string): CommandContext => ({
    commandId: randomUUID(),
    meta: {
      workspaceId,
      mode: 'live',
      actor: { kind: 'system', id: 'test' },
      $correlationId: 'test',
      occurredAt: new Date().toISOString(),
    },
  });

  const mailer = invitationMailer({
    store,
    commands,
    invitationLinks: links,
    contextFor: fromService,
    clock: () => Date.now() + play.clock,
    mailer: {
      reaches: () => play.hasMailServer,
      send: (mail) => {
        if (play.mailDown) return Promise.reject(new Error('the mail server is away'));
        mails.push(mail);
        return Promise.resolve();
      },
    },
  });

  /** Registers a person and returns their session. */
  const person = async (name: string, mode: Mode = 'live') => {
    const userId = freshId();
    const email = `${name.toLowerCase()}-${userId}@example.com`;
    await commands.handle(
      user,
      userId,
      { type: 'sign-in', userId, externalId: userId, email, name, avatarUrl: null },
      { ...fromService(''), meta: { ...fromService('').meta, mode }, shared: true },
    );
    const token = await mint({ id: userId, email, name });
    const send = (line: string, body?: unknown, more: Partial<Ask> = {}): Promise<Answer> =>
      edge.send(line, { token, ...(body === undefined ? {} : { body }), ...more });
    return { userId, email, name, token, send };
  };
  let slugs = 0;
  const newSlug = (): string => `ws-${(slugs++).toString(36)}-${freshId().slice(-6)}`;

  /** A person with a workspace of their own. */
  const owner = async (name = 'Olivia', plan: Plan = 'agency') => {
    const someone = await person(name);
    const created = await someone.send('POST /v1/workspaces', { name: `${name}'s`, slug: newSlug() });
    if (created.status !== 201) throw new Error(JSON.stringify(created.body));
    const workspaceId = String(created.body.id);
    await commands.handle(workspace, workspaceId, { type: 'change-plan', plan }, fromService(workspaceId));
    return { ...someone, workspaceId, slug: String(created.body.slug) };
  };
  /** A new member of a workspace, by invitation. */
  const member = async (of: Awaited<ReturnType<typeof owner>>, role: string, name = 'Mia') => {
    const someone = await person(name);
    const invited = await of.send(`POST /v1/workspaces/${of.workspaceId}/invitations`, { email: someone.email, role });
    if (invited.status !== 201) throw new Error(JSON.stringify(invited.body));
    await mailer.mailOwed(of.workspaceId);
    const accepted = await someone.send(`POST /v1/invitations/${tokenIn(mails.at(-1))}/accept`);
    if (accepted.status !== 200) throw new Error(JSON.stringify(accepted.body));
    return someone;
  };
  const tokenIn = (mail: Mail | undefined): string => /invitations\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';

  return {
    edge,
    log,
    store,
    database,
    db,
    directory,
    commands,
    subjects,
    mails,
    play,
    hosted,
    person,
    owner,
    member,
    newSlug,
    tokenIn,
    fromService,
    mailer,
    stop: async () => {
      await service.stop();
      await idempotency.close();
      await log.close();
      await database.drop();
      rmSync(folder, { recursive: true });
    },
  };
};

export type WorkspaceApi = Awaited<ReturnType<typeof startWorkspaceApi>>;

/** One for the tests of a `describe`. */
export const useWorkspaceApi = (): (() => WorkspaceApi) => opened(startWorkspaceApi, (api) => api.stop());
