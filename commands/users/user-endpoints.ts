import { z } from 'zod';
import { NameOf } from '../../read-api/contract/fields.ts';
import { foldView } from '../../domain/kernel/decider.ts';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import { user, userView } from '../../domain/users/user.ts';
import { Slug } from '../../domain/workspaces/slug.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import { type WriteContext, writeEndpoint, type WriteEndpoint } from '../kernel/endpoint.ts';
import { foundWorkspace, releaseWorkspace } from '../workspaces/found-workspace.ts';
import { ownedBy } from '../workspaces/owned-workspaces.ts';
import { modeOfFounder, personOf, adoptPicture } from '../workspaces/workspace-fields.ts';
import type { UserPorts } from './ports.ts';
import { success, Success } from '../../read-api/contract/success.ts';
import { WorkspaceReply } from '../../read-api/contract/workspace.ts';
import { UserReply } from '../../read-api/contract/person.ts';

const changeMe = (ports: UserPorts) =>
  writeEndpoint({
    method: 'PATCH',
    path: '/v1/users/me',
    id: 'changeMe',
    summary: 'Change my name or picture',
    description: 'What is left out stays. `avatarUrl` has to be an address of POST /v1/uploads/avatar-url.',
    body: z.object({ name: NameOf(100), avatarUrl: z.string().max(2048).nullable() }).partial(),
    reply: UserReply,
    access: 'session',
    errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
    async run({ body }, context) {
      await adoptPicture('avatarUrl', body.avatarUrl, ports);
      const userId = personOf(context);
      const { events } = await context.handle(user, userId, { type: 'change-profile', ...body }, { shared: true });
      const view = foldView(userView, events);
      if (!view) throw notFound('user');
      return { body: { ...view, workspaces: [...(await ports.shownWorkspacesOf(userId))] } };
    },
  });

const createMyWorkspace = (ports: UserPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/users/me/workspaces',
    id: 'createMyWorkspace',
    summary: 'Create a workspace of my own',
    description:
      'A person owns at most 3 workspaces on every plan. A further workspace gets the highest plan ' +
      'among those its owner has.',
    body: z.object({
      name: NameOf(100, 2),
      slug: Slug.min(2).max(50),
      logo: z.string().max(2048).nullable().optional(),
    }),
    reply: z.object({ data: WorkspaceReply }),
    status: 201,
    idempotent: true,
    access: 'session',
    errors: ['LIMIT_REACHED', 'VALIDATION_ERROR'],
    async run({ body: { name, slug, logo = null } }, context) {
      await adoptPicture('logo', logo, ports);
      const workspaceId = context.newId('workspace');
      const mode = await modeOfFounder(context);
      const wanted = { workspaceId, name, slug, logo, settings: {}, mode };
      const view = await foundWorkspace({ ...wanted, ownerId: personOf(context) }, context).catch((error: unknown) => {
        // The reference answers 400 for a taken slug here, and 409 at POST /v1/workspaces.
        if (error instanceof Refused && error.code === 'CONFLICT')
          throw new Refused('VALIDATION_ERROR', error.message, error.details);
        throw error;
      });
      return { status: 201, body: { data: { ...view, role: 'OWNER' as const } } };
    },
  });

const setAnalyticsClient = writeEndpoint({
  method: 'POST',
  path: '/v1/users/me/ga4-client-id',
  id: 'setAnalyticsClientId',
  summary: 'Link me to a web analytics client id',
  description:
    'It is kept with the account, is in the export of the person, and goes with the deletion of the account. No rule reads ' +
    'it: the service measures no visits itself.',
  body: z.object({
    clientId: z
      .string()
      .max(64)
      .regex(/^\d+\.\d+$/, 'digits, a dot, digits'),
  }),
  reply: Success,
  access: 'session',
  errors: ['VALIDATION_ERROR'],
  async run({ body: { clientId } }, context) {
    const command = { type: 'set-analytics-client', clientId } as const;
    await context.handle(user, personOf(context), command, { shared: true });
    return { body: success };
  },
});

/** The workspaces of a person that have no other member. */
const ownAlone = async (userId: string, context: WriteContext) =>
  (await ownedBy(userId, context)).filter(({ members }) => Object.keys(members).length === 1);

const deleteMe = (ports: UserPorts) =>
  writeEndpoint({
    method: 'DELETE',
    path: '/v1/users/me',
    id: 'deleteMe',
    summary: 'Delete my account and everything it knows of me',
    description:
      'A person who owns workspaces is 409 SOLE_WORKSPACE_OWNER. With deleteWorkspaces=true, workspaces ' +
      'without other members are deleted too. In the workspaces that remain, the API keys that I made are revoked.',
    query: z.object({
      deleteWorkspaces: z
        .enum(['true', 'false'])
        .default('false')
        .meta({ description: 'Also delete workspaces that I own and that have no other member' }),
    }),
    reply: Success,
    access: 'session',
    errors: ['BAD_REQUEST', 'SOLE_WORKSPACE_OWNER', 'SUBSCRIPTION_CANCEL_FAILED'],
    async run({ query: { deleteWorkspaces } }, context) {
      const by = personOf(context);
      const alone = deleteWorkspaces === 'true' ? await ownAlone(by, context) : [];
      const owned = (await ownedBy(by, context)).filter(({ id }) => !alone.some((each) => each.id === id));
      const deletion = { type: 'delete-user', owned: owned.map(({ id, name }) => ({ id, name })) } as const;
      const deleteUser = { shared: true, step: 'delete-user' };
      await context.preview(user, by, deletion, deleteUser);
      await ports.cancelSubscriptions(by, context).catch((error: unknown) => {
        throw new Refused(
          'SUBSCRIPTION_CANCEL_FAILED',
          'The subscription could not be cancelled; nothing was deleted',
          {
            reason: error instanceof Error ? error.name : 'unknown',
          },
        );
      });
      for (const each of alone) {
        const command = { type: 'delete-workspace', by, otherOwned: 0, withAccount: true } as const;
        await context.handle(workspace, each.id, command, { workspaceId: each.id, step: `delete-${each.id}` });
        await releaseWorkspace(each, context);
      }
      for (const workspaceId of await ports.workspacesOf(by)) {
        const left = (await context.load(workspace, workspaceId, { shared: true }))?.state;
        if (left?.status !== 'active' || left.members[by] === undefined) continue;
        const command = { type: 'remove-member', by, userId: by } as const;
        await context.handle(workspace, workspaceId, command, { workspaceId, step: `leave-${workspaceId}` });
      }
      await context.handle(user, by, deletion, deleteUser);
      await ports.forget(by);
      return { body: success };
    },
  });

/** The write endpoints of a person's own account. */
export const userEndpoints = (ports: UserPorts): readonly WriteEndpoint[] => [
  changeMe(ports),
  deleteMe(ports),
  createMyWorkspace(ports),
  setAnalyticsClient,
];
