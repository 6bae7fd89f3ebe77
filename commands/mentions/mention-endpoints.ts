import { z } from 'zod';
import { account } from '../../domain/accounts/account.ts';
import { accountView } from '../../domain/accounts/account-view.ts';
import { foldView, requireView } from '../../domain/kernel/decider.ts';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import { mention } from '../../domain/mentions/mention.ts';
import {
  Mention,
  mentionView,
  presentMention,
  presentStoredMention,
  StoredMention,
} from '../../domain/mentions/mention-view.ts';
import { post } from '../../domain/posts/post.ts';
import { postView } from '../../domain/posts/view.ts';
import { mayWrite } from '../../domain/workspaces/rights-of-roles.ts';
import { roleOf } from '../../domain/workspaces/role.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import { Id } from '../../read-api/contract/fields.ts';
import { writeEndpoint, type WriteContext, type WriteEndpoint } from '../kernel/endpoint.ts';

const params = z.object({ id: Id });

/**
 * The workspace of a mention: the caller's, or another one that the person belongs to. A mention of
 * others does not exist for the person.
 */
const workspaceOf = async (id: string, { caller, load }: WriteContext): Promise<string> => {
  const [received] = (await load(mention, id, { shared: true }))?.events ?? [];
  if (received?.meta.mode !== caller.mode) throw notFound('mention');
  const { workspaceId } = received.meta;
  if (workspaceId === caller.workspaceId) return workspaceId;
  const members = (await load(workspace, workspaceId, { shared: true }))?.state?.members ?? {};
  const role = roleOf(members, caller.userId);
  if (role === undefined) throw notFound('mention');
  if (!mayWrite(role, 'inbox'))
    throw new Refused('FORBIDDEN', `The role ${role} cannot change this`, { role, resource: 'inbox' });
  return workspaceId;
};

const readMention = writeEndpoint({
  method: 'PATCH',
  path: '/v1/inbox/mentions/:id/read',
  id: 'readMention',
  summary: 'Mark a mention as read',
  description: 'Marking it again gives the same answer.',
  params,
  reply: Mention,
  errors: ['NOT_FOUND'],
  async run({ params: { id } }, context) {
    const workspaceId = await workspaceOf(id, context);
    const { events } = await context.handle(mention, id, { type: 'mark-read' }, { workspaceId });
    const view = requireView(mentionView, events);
    const [of, under] = await Promise.all([
      context.load(account, view.accountId, { shared: true }),
      view.postId === undefined ? undefined : context.load(post, view.postId, { shared: true }),
    ]);
    const connected = of && foldView(accountView, of.events);
    if (!connected) throw notFound('mention');
    return { body: presentMention(view, connected, under && foldView(postView, under.events)) };
  },
});

const hiding = (method: 'POST' | 'DELETE', id: string, { hidden }: Readonly<{ hidden: boolean }>) =>
  writeEndpoint({
    method,
    path: '/v1/inbox/mentions/:id/hide',
    id,
    summary: hidden ? 'Hide a mention' : 'Show a hidden mention again',
    description: 'In this service only: nothing is sent to the platform. Doing it again changes nothing.',
    params,
    reply: z.object({ data: StoredMention }),
    errors: ['NOT_FOUND'],
    idempotent: method === 'POST',
    async run({ params: { id: mentionId } }, context) {
      const workspaceId = await workspaceOf(mentionId, context);
      const { events } = await context.handle(mention, mentionId, { type: 'mark-hidden', hidden }, { workspaceId });
      return { body: { data: presentStoredMention(requireView(mentionView, events)) } };
    },
  });

/** The write endpoints of mentions. */
export const mentionEndpoints: readonly WriteEndpoint[] = [
  readMention,
  hiding('POST', 'hideMention', { hidden: true }),
  hiding('DELETE', 'unhideMention', { hidden: false }),
];
