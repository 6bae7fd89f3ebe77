import { randomUUID } from 'node:crypto';
import type { CommandHandler } from '../../commands/kernel/handle.ts';
import { idFrom } from '../../commands/kernel/deterministic-ids.ts';
import { signIn } from '../../domain/sign-in/sign-in.ts';
import { exchangeOf } from '../edge/http/exchange.ts';
import { createSafeFetch } from '../outside/http/safe-fetch.ts';
import type { Ranges } from '../outside/network/address-ranges.ts';
import type { ClientDocuments } from '../edge/identity/client-documents.ts';
import { documentLimit } from '../edge/mcp/document-limit.ts';
import type { Applications } from '../edge/identity/applications.ts';
import { registeredApplications } from '../edge/identity/records.ts';
import { connectorScopes } from '../edge/mcp/connector-scopes.ts';
import { mcpPath } from '../edge/mcp/mcp-path.ts';
import type { Infrastructure } from './infrastructure.ts';
import { defined } from '../../domain/kernel/defined.ts';

/** A person chooses among this many workspaces, those they joined first. */
const maxOffered = 100;

const documentTimeoutMs = 2_500;

/** Reads documents at addresses that programs name. A connection lives as long as its request: there are few. */
const documentReader =
  (exempt: Ranges): ClientDocuments['read'] =>
  async (url) => {
    const safeFetch = createSafeFetch({ exempt });
    const headers = { accept: 'application/json' };
    const answer = await safeFetch({ url, method: 'GET', headers, timeoutMs: documentTimeoutMs }).finally(() =>
      safeFetch.close(),
    );
    if (answer.outcome !== 'delivered') throw new Error(answer.error);
    if (answer.statusCode !== 200) throw new Error(`the address answered ${answer.statusCode}`);
    return answer.body;
  };

/** Programs of others that act for a person, with tokens of the own issuer. */
export const openApplications = ({ config, database, db }: Infrastructure, commands: CommandHandler): Applications => {
  const registered = registeredApplications(database);
  const memberships = (userId: string) =>
    db
      .selectFrom('memberships')
      .innerJoin('workspaces', 'workspaces.id', 'memberships.workspace_id')
      .select(['workspaces.view', 'memberships.role'])
      .where('memberships.user_id', '=', userId);
  return {
    resource: `${config.publicUrl}${mcpPath}`,
    scopes: connectorScopes,
    documents: { mayRead: documentLimit(), read: documentReader(config.webhookAllowedRanges) },
    newId: () => idFrom(Date.now(), randomUUID()),
    workspacesOf: async (userId) => {
      const rows = await memberships(userId)
        .orderBy('memberships.joined_at')
        .orderBy('workspaces.id')
        .limit(maxOffered)
        .execute();
      return rows.map(({ view: { id, name }, role }) => ({ id, name, role }));
    },
    isConnected: async (userId, connectionId) => {
      const state = (await commands.load(signIn, userId, undefined))?.state;
      return state?.disabled === false && state.applications[connectionId] !== undefined;
    },
    connect: async ({ userId, workspaceId, ...connection }, request) => {
      const { address, requestId } = exchangeOf(request);
      const row = await memberships(userId).where('memberships.workspace_id', '=', workspaceId).executeTakeFirst();
      // The event is of the workspace, so its audit log has it.
      const meta = {
        workspaceId,
        mode: row?.view.mode ?? 'live',
        actor: { kind: 'user' as const, id: userId, ...defined({ address }) },
        $correlationId: requestId,
        occurredAt: new Date().toISOString(),
      };
      const command = { type: 'connect-application', userId, workspaceId, ...connection } as const;
      await commands.handle(signIn, userId, command, { commandId: randomUUID(), meta, shared: true });
      await registered.keep(connection.clientId);
    },
  };
};
