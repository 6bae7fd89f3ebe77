import { automationRunIdOf } from '../../commands/comment-automations/automation-run-id.ts';
import { turns } from '../../commands/kernel/turns.ts';
import { comment } from '../../domain/comments/comment.ts';
import { examined, isOlder, matchOf } from '../../domain/comment-automations/matching.ts';
import { commentAutomationRun } from '../../domain/comment-automations/run.ts';
import { processOf } from '../kernel/process.ts';
import { planHas } from '../billing/plan-has.ts';
import type { MatchingPorts } from './ports.ts';

/** A comment that is to be compared with the rules. `at`: ISO 8601. */
type NewComment = Readonly<{ commentId: string; at: string }>;

/**
 * Compares each new comment with the automations of its workspace, and begins what they ask for.
 * The stream of the run decides whether the automation has acted for the person before.
 */
export const automationMatching = processOf<NewComment, NewComment, MatchingPorts>()({
  name: 'comment-automation-matching',
  description: 'Finds the automations that a new comment matches.',
  on: {
    CommentReceived: (_, { data: { commentId }, meta }) => ({ commentId, at: meta.occurredAt }),
  },
  instancesOf: ({ data }) => data.commentId,
  next: (news) => ({ at: news.at, action: news }),
  act: async ({ commentId }, context, { activeAutomations, ownNames }) => {
    const automations = await activeAutomations(context.workspaceId);
    if (automations.length === 0) return context.endInstance();
    // No run begins, so the automation can still act for the person when the plan has it again.
    if (!(await planHas('comment_automations', context))) return context.endInstance();
    const loaded = await context.load(comment, commentId);
    const received = loaded?.events.find((event) => event.type === 'CommentReceived')?.data;
    if (loaded?.state.kind !== 'existing' || !received) return context.endInstance();
    const { accountId, postId, contactId, platform, author, content, platformCreatedAt } = received;
    const written = { accountId, postId, content, authorId: author.id, authorUsername: author.username };
    const looked = examined(written, await ownNames(context.workspaceId, platform));
    const turn = turns();
    for (const { id: automationId, activeSince, actions, ...rule } of automations) {
      if (isOlder(platformCreatedAt, activeSince)) continue;
      await turn();
      const match = matchOf(rule, looked);
      if (!('keyword' in match)) continue;
      const runId = automationRunIdOf(automationId, contactId);
      const { keyword } = match;
      const begin = { runId, automationId, contactId, commentId, accountId, keyword, actions };
      await context.send(commentAutomationRun, runId, { type: 'begin-run', ...begin }, { step: `begin/${runId}` });
    }
    context.endInstance();
  },
});
