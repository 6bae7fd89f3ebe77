import { z } from 'zod';
import { AutomationActions, KeywordMatch } from '../../domain/comment-automations/automation-events.ts';
import type { AutomationView } from '../../domain/comment-automations/automation-view.ts';
import type { RunView } from '../../domain/comment-automations/run-view.ts';
import { RunStep } from '../../domain/comment-automations/run-events.ts';
import { Plan, requireFeature } from '../../domain/plans/plan.ts';
import type { Caller } from './caller.ts';

/** A comment automation in the form of every answer. */
export const AutomationReply = z
  .object({
    id: z.string(),
    workspaceId: z.string(),
    name: z.string(),
    accountId: z.string().nullable().meta({ description: 'Null: the comments of every account' }),
    postId: z.string().nullable().meta({ description: 'Null: the comments on every post' }),
    keywords: z.array(z.string()),
    match: KeywordMatch,
    actions: AutomationActions,
    isActive: z.boolean(),
    activeSince: z.string().nullable().meta({ description: 'Comments that were written earlier never match' }),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'CommentAutomation' });

/** What an automation did for one person. */
export const RunReply = z
  .object({
    id: z.string(),
    workspaceId: z.string(),
    automationId: z.string(),
    contactId: z.string(),
    commentId: z.string(),
    accountId: z.string(),
    keyword: z.string(),
    steps: z.array(
      z.object({
        step: RunStep,
        outcome: z.enum(['PENDING', 'DONE', 'SKIPPED', 'FAILED']),
        code: z.string().nullable().meta({ description: 'Why it is not done' }),
      }),
    ),
    startedAt: z.string(),
    endedAt: z.string().nullable(),
  })
  .meta({ id: 'CommentAutomationRun' });

/** Refuses a workspace whose plan lacks comment automations. */
export const requireAutomations = ({ plan }: Caller): void => requireFeature(Plan.parse(plan), 'comment_automations');

export const presentAutomation = ({ keywords, actions, ...view }: AutomationView) => ({
  ...view,
  keywords: [...keywords],
  actions: { ...actions, tags: [...actions.tags] },
});

export const presentRun = ({ steps, ...view }: RunView) => ({ ...view, steps: steps.map((each) => ({ ...each })) });
