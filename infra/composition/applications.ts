import { randomUUID } from 'node:crypto';
import type { CommandHandler } from '../../commands/kernel/handle.ts';
import { idFrom } from '../../commands/kernel/deterministic-ids.ts';
import { signIn } from '../../domain/sign-in/sign-in.ts';
import { exchangeOf } from '../edge/http/exchange.ts';
import type { Applications } from '../edge/identity/applications.ts';
import { registeredApplications } from '../edge/identity/records.ts';
import { connectorScopes } from '../edge/mcp/connector-scopes.ts';
import { mcpPath } from '../edge/mcp/mcp-path.ts';
import type { Infrastructure } from './infrastructure.ts';
import { defined } from '../../domain/kernel/defined.ts';

/** A person chooses among this many workspaces, those they joined first. */
const maxOffered = 100;

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
