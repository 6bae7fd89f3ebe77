import { z } from 'zod';
import { GivenRole, Role } from '../../domain/workspaces/role.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import { writeEndpoint } from '../kernel/endpoint.ts';
import { Id } from '../../read-api/contract/fields.ts';
import { personOf } from './workspace-fields.ts';
import { success, Success } from '../../read-api/contract/success.ts';

const memberParams = z.object({ id: Id, userId: Id });

const changeMemberRole = writeEndpoint({
  method: 'PATCH',
  path: '/v1/workspaces/:id/members/:userId',
  id: 'changeMemberRole',
  summary: 'Give a member another role',
  description:
    'OWNER, ADMIN, MEMBER, EDITOR (content and conversations only) and VIEWER (reads). The owner ' +
    'changes by an accepted offer only. The API keys of an ADMIN who gets a lesser role are revoked; make new ' +
    'keys for integrations that use them first. Needs a session: an API key changes no members.',
  params: memberParams,
  body: z.object({ role: GivenRole }),
  reply: z.object({ data: z.object({ userId: z.string(), role: Role }) }),
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  async run({ params: { id, userId }, body: { role } }, context) {
    await context.handle(workspace, id, { type: 'change-member-role', by: personOf(context), userId, role });
    return { body: { data: { userId, role } } };
  },
});

const removeMember = writeEndpoint({
  method: 'DELETE',
  path: '/v1/workspaces/:id/members/:userId',
  id: 'removeMember',
  summary: 'Remove a member, or leave',
  description:
    'The API keys that the person made in this workspace are revoked within seconds, with the reason ' +
    'maker_left. Make new keys for integrations that use them first. Needs a session: an API key changes no members.',
  params: memberParams,
  reply: Success,
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  async run({ params: { id, userId } }, context) {
    await context.handle(workspace, id, { type: 'remove-member', by: personOf(context), userId });
    return { body: success };
  },
});

export const memberEndpoints = [changeMemberRole, removeMember];
