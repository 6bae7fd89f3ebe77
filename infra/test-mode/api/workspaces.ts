import { z } from 'zod';
import { writeEndpoint, type WriteEndpoint } from '../../../commands/kernel/endpoint.ts';
import { Id } from '../../../read-api/contract/fields.ts';
import { Account } from '../../../domain/accounts/account-view.ts';
import { AiTier, Plan } from '../../../domain/plans/plan.ts';
import { Platform } from '../../../domain/platforms/platform.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { GivenRole, mayManage, Role } from '../../../domain/workspaces/role.ts';
import { requireTest, type SandboxApiPorts } from './ports.ts';

const ConnectionReply = z
  .object({
    baseUrl: z.string(),
    workspaceId: Id,
    userId: Id,
    apiKey: z.string(),
    sessionToken: z.string(),
    accounts: z.record(z.string(), z.string()),
  })
  .meta({ id: 'SandboxConnection' });

/** New test workspaces, members and accounts. */
export const sandboxWorkspaceEndpoints = (ports: SandboxApiPorts): readonly WriteEndpoint[] => [
  writeEndpoint({
    method: 'POST',
    path: '/v1/sandbox/workspaces',
    id: 'createSandboxWorkspace',
    summary: 'A new test workspace with a new owner and, by default, an account on every platform',
    description: 'The answer has an API key with every scope and a session of the owner, each shown once.',
    body: z
      .object({
        plan: Plan.default('agency'),
        aiTier: AiTier.nullable().default('pro'),
        connectAll: z.boolean().default(true),
      })
      .prefault({}),
    reply: ConnectionReply,
    status: 201,
    run: async ({ body: { plan, aiTier, connectAll } }, { caller }) => {
      requireTest(caller);
      return { status: 201, body: await ports.newWorkspace({ plan, aiTier }, { connectAll }) };
    },
  }),
  writeEndpoint({
    method: 'POST',
    path: '/v1/sandbox/members',
    id: 'createSandboxMember',
    summary: "A new person, member of the caller's workspace",
    description: 'A session needs the role OWNER or ADMIN: a new member may have any role but OWNER.',
    body: z.object({ role: GivenRole.default('MEMBER') }).prefault({}),
    reply: z.object({ userId: Id, sessionToken: z.string() }),
    status: 201,
    errors: ['FORBIDDEN'],
    run: async ({ body: { role } }, { caller }) => {
      requireTest(caller);
      if (caller.kind === 'session' && !mayManage(Role.safeParse(caller.role).data))
        throw new Refused('FORBIDDEN', 'Only the owner and administrators may do this');
      return { status: 201, body: await ports.newMember(caller.workspaceId, role) };
    },
  }),
  writeEndpoint({
    method: 'POST',
    path: '/v1/sandbox/accounts',
    id: 'createSandboxAccount',
    summary: "A new account on a simulated platform, connected in the caller's workspace",
    description:
      "It counts against the plan's limit of accounts; the accounts that a test workspace begins with " + 'do not.',
    body: z.object({
      platform: Platform,
      accountType: z.string().max(40).optional(),
      oauthVersion: z.enum(['instagram_login', 'fb_login']).optional(),
      tokenExpiresInSeconds: z.int().min(1).max(31_536_000).optional(),
      canAutoRefresh: z.boolean().optional(),
    }),
    reply: Account,
    status: 201,
    errors: ['LIMIT_EXCEEDED', 'PLATFORM_RESTRICTED', 'SERVICE_UNAVAILABLE'],
    run: async ({ body }, context) => {
      requireTest(context.caller);
      const wishes = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
      return { status: 201, body: await ports.connect({ ...wishes, platform: body.platform }, context) };
    },
  }),
];
