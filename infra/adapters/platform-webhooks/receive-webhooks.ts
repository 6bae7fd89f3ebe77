import { hash, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { commentIdOf } from '../../../commands/comments/comment-ids.ts';
import type { CommentSources } from '../../../commands/comments/comment-ports.ts';
import { contactIdOf } from '../../../commands/contacts/contact-ids.ts';
import { idFrom } from '../../../commands/kernel/deterministic-ids.ts';
import type { CommandHandler, Handled } from '../../../commands/kernel/handle.ts';
import { receiveMention } from '../../../commands/mentions/receive-mention.ts';
import { account } from '../../../domain/accounts/account.ts';
import { comment } from '../../../domain/comments/comment.ts';
import { receivedComment } from '../../../domain/comments/received-comment.ts';
import type { Decider } from '../../../domain/kernel/decider.ts';
import type { NewEvent } from '../../../domain/kernel/event.ts';
import type { Mode } from '../../../domain/kernel/mode.ts';
import { platformWebhook } from '../../../domain/platform-webhooks/platform-webhook.ts';
import type { NativeMention } from '../../../domain/mentions/received-mention.ts';
import type { Platform } from '../../../domain/platforms/platform.ts';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import type { ReadModels } from '../../../projections/database.ts';
import type { CommunityCalls } from '../comments/community-calls.ts';
import type { NativeChange } from '../../outside/platforms/webhook.ts';

type Parts = Readonly<{
  db: Kysely<ReadModels>;
  commands: Pick<CommandHandler, 'handle' | 'load'>;
  sources: Pick<CommentSources, 'livePosts'>;
  calls: Pick<CommunityCalls, 'call'>;
  now(mode: Mode): Date;
  /** Called with the place of an event, so that reads of the workspace wait for it. */
  appended(workspaceId: string, commit: bigint): void | Promise<void>;
}>;

/** An account that a change is about. */
type Target = Readonly<{ id: string; workspaceId: string; platform: Platform; mode: Mode }>;

/** Several workspaces may have connected the same account. */
const maxTargets = 20;
const postsBack = { days: 90, limit: 100 } as const;
const dayMs = 86_400_000;

/** The person of a change, before it is known whether it becomes a comment or a mention. */
const contactOf = ({ workspaceId, platform }: Target, { authorId, raw }: NativeChange): string =>
  contactIdOf(workspaceId, platform, authorId === '' ? `unknown ${hash('sha256', raw)}` : authorId);

const webhookIdOf = ({ id }: Target, { raw }: NativeChange): string =>
  idFrom(0, JSON.stringify(['platform-webhook', id, hash('sha256', raw)]));

/** Records what platforms report: first the change as it was received, then what it means, each once. */
export const receiveWebhooks = ({ db, commands, sources, calls, now, appended }: Parts) => {
  const targetsOf = async ({ platform, to }: NativeChange, mode: Mode): Promise<readonly Target[]> => {
    const column = platform === 'FACEBOOK' ? 'page_id' : 'native_id';
    const rows = await db
      .selectFrom('accounts')
      .select(['id', 'workspace_id'])
      .where('platform', '=', platform)
      .where(column, '=', to)
      .where('status', '!=', 'disconnected')
      .limit(maxTargets)
      .execute();
    const found: Target[] = [];
    for (const { id, workspace_id: workspaceId } of rows) {
      const connected = (await commands.load(account, id, workspaceId))?.events[0];
      if (connected?.meta.mode === mode) found.push({ id, workspaceId, platform, mode });
    }
    return found;
  };

  const contextOf = ({ workspaceId, mode }: Target) => {
    const actor = { kind: 'system', id: 'platform-webhooks' } as const;
    const meta = { workspaceId, mode, actor, $correlationId: randomUUID(), occurredAt: now(mode).toISOString() };
    const handle = async <State, Command, Event extends NewEvent>(
      decider: Decider<State, Command, Event>,
      id: string,
      command: Command,
    ): Promise<Handled<State, Event>> => {
      const handled = await commands.handle(decider, id, command, { commandId: randomUUID(), meta });
      if (handled.position) await appended(workspaceId, handled.position.commit);
      return handled;
    };
    return { handle, now: meta.occurredAt, caller: { workspaceId } };
  };

  /** Instagram reports the media only, so its text is read. What cannot be read stays empty. */
  const completed = async (target: Target, mention: NativeMention): Promise<NativeMention> => {
    if (target.platform !== 'INSTAGRAM') return mention;
    const tagged = await calls
      .call(target, target, 'mentions', async ({ mentions }, context) => (await mentions?.({}, context))?.items ?? [])
      .catch((error: unknown) => {
        if (error instanceof PlatformError) return [];
        throw error;
      });
    const found = tagged.find(({ nativeId }) => nativeId === mention.mediaId);
    return found ? { ...mention, author: found.author, text: found.text, createdAt: found.createdAt } : mention;
  };

  const carryOut = async (target: Target, { what }: NativeChange): Promise<void> => {
    const context = contextOf(target);
    const { id, workspaceId, platform } = target;
    if (what.kind === 'mention')
      return receiveMention({ id, platform }, await completed(target, what.mention), context);
    if (what.kind !== 'comment') return;
    const commentId = commentIdOf(id, what.comment.nativeId);
    const known = (await commands.load(comment, commentId, workspaceId))?.state;
    // Reports come in any order: only an edit changes a comment that is known.
    if (known !== undefined && known.is !== 'absent' && !what.isEdit) return;
    const since = new Date(Date.parse(context.now) - postsBack.days * dayMs).toISOString();
    const posts = await sources.livePosts({ id, workspaceId }, { since, limit: postsBack.limit });
    const post = posts.find(({ objectIds }) => objectIds.includes(what.postId));
    const command = receivedComment({
      ...{ comment: what.comment, account: { id, platform }, commentId, now: context.now },
      post: post ?? { postId: null, platformPostId: what.postId, objectIds: [what.postId] },
      contactId: contactIdOf(workspaceId, platform, what.comment.author.id),
    });
    await context.handle(comment, commentId, command);
  };

  return {
    /** Settles when every change is in the log and carried out. */
    receive: async (changes: readonly NativeChange[], mode: Mode): Promise<void> => {
      for (const change of changes)
        for (const target of await targetsOf(change, mode)) {
          const { handle } = contextOf(target);
          const webhookId = webhookIdOf(target, change);
          const { id: accountId, platform } = target;
          const contactId = contactOf(target, change);
          const received = { webhookId, contactId, accountId, platform, body: change.raw };
          const { state } = await handle(platformWebhook, webhookId, { type: 'receive-webhook', ...received });
          if (state === 'handled') continue;
          await carryOut(target, change);
          await handle(platformWebhook, webhookId, { type: 'note-handled', webhookId });
        }
    },
  };
};
