import { z } from 'zod';
import { examined, matchOf, type OwnName } from '../../domain/comment-automations/matching.ts';
import { commentAutomation } from '../../domain/comment-automations/automation.ts';
import type { CommentView } from '../../domain/comments/comment-view.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import { requireAutomations } from '../../read-api/contract/comment-automation.ts';
import { Id } from '../../read-api/contract/fields.ts';
import { automationRunIdOf } from './automation-run-id.ts';
import { writeEndpoint } from '../kernel/endpoint.ts';
import { turns } from '../kernel/turns.ts';
import type { AutomationPorts } from './ports.ts';

const Matched = z.object({
  commentId: z.string(),
  contactId: z.string(),
  content: z.string(),
  platformCreatedAt: z.string(),
  keyword: z.string(),
  wouldRun: z.boolean(),
  reason: z
    .enum(['ALREADY_RUN', 'LATER_COMMENT'])
    .nullable()
    .meta({ description: 'Why it would not run: the rule has acted for the person, or would on an earlier comment' }),
});

type Matched = z.infer<typeof Matched>;

/** POST /v1/comment-automations/:id/dry-run */
export const dryRun = ({ pastComments, ownNames, begun }: AutomationPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/comment-automations/:id/dry-run',
    id: 'dryRunCommentAutomation',
    summary: 'Try a comment automation on stored comments, without doing anything',
    description:
      'Compares the newest stored comments (`limit`, 100 by default, 500 at most) with the present rule, also while ' +
      'it is off, and also comments from before it was on. Nothing is sent or changed. `matches` has the newest first.',
    params: z.object({ id: Id }),
    body: z.object({ limit: z.int().min(1).max(500).default(100) }),
    reply: z.object({ examined: z.int(), matched: z.int(), wouldRun: z.int(), matches: z.array(Matched) }),
    errors: ['VALIDATION_ERROR', 'PLAN_UPGRADE_REQUIRED', 'NOT_FOUND'],
    gate: requireAutomations,
    idempotent: false,
    async run({ params: { id }, body: { limit } }, context) {
      const { workspaceId } = context.caller;
      const rule = (await context.load(commentAutomation, id))?.state;
      if (rule?.kind !== 'existing') throw notFound('comment automation');
      const { accountId, postId } = rule;
      const comments = await pastComments({ workspaceId, accountId, postId }, limit);
      const own = new Map<Platform, readonly OwnName[]>();
      for (const platform of new Set(comments.map((each) => each.platform)))
        own.set(platform, await ownNames(workspaceId, platform));
      const found: Readonly<{ comment: CommentView; keyword: string }>[] = [];
      const turn = turns();
      for (const comment of comments) {
        await turn();
        const { author, platform } = comment;
        const written = { ...comment, authorId: author.id, authorUsername: author.username };
        const match = matchOf(rule, examined(written, own.get(platform) ?? []));
        if ('keyword' in match) found.push({ comment, keyword: match.keyword });
      }
      const runIds = found.map(({ comment }) => automationRunIdOf(id, comment.contactId));
      const known = await begun([...new Set(runIds)]);
      // The first comment of a person is the last of the list, which has the newest first.
      const lastOf = new Map(runIds.map((runId, index) => [runId, index]));
      const matches = found.map(({ comment, keyword }, index): Matched => {
        const runId = runIds[index] ?? '';
        const reason = known.has(runId) ? 'ALREADY_RUN' : lastOf.get(runId) === index ? null : 'LATER_COMMENT';
        const { id: commentId, contactId, content, platformCreatedAt } = comment;
        return { commentId, contactId, content, platformCreatedAt, keyword, wouldRun: reason === null, reason };
      });
      const wouldRun = matches.filter((each) => each.wouldRun).length;
      return { body: { examined: comments.length, matched: matches.length, wouldRun, matches } };
    },
  });
