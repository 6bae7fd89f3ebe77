import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';

export const keywordMatches = ['WORD', 'CONTAINS', 'EXACT'] as const;
export const KeywordMatch = z.enum(keywordMatches).meta({ id: 'KeywordMatch' });
export type KeywordMatch = z.infer<typeof KeywordMatch>;

/** What an automation does for a person whose comment matches, in this order. */
export const AutomationActions = z.object({
  reply: z.string().nullable(),
  directMessage: z.string().nullable(),
  tags: z.array(z.string()),
  sequenceId: z.string().nullable(),
});
export type AutomationActions = Readonly<z.infer<typeof AutomationActions>>;

const Content = z.object({
  name: z.string(),
  /** Null: the comments of every account of the workspace. */
  accountId: z.string().nullable(),
  /** A post of this service; null: the comments on every post. */
  postId: z.string().nullable(),
  keywords: z.array(z.string()).min(1),
  match: KeywordMatch,
  actions: AutomationActions,
});
export type AutomationContent = Readonly<z.infer<typeof Content>>;

export const CommentAutomationCreated = defineEvent(
  'CommentAutomationCreated',
  z.object({
    automationId: z.string(),
    ...Content.shape,
    /** ISO 8601: comments that were written earlier never match. Null while it is off. */
    activeSince: z.string().nullable(),
  }),
  { description: 'A rule for comments with keywords was created.' },
);
export const CommentAutomationChanged = defineEvent('CommentAutomationChanged', Content.partial(), {
  description: 'The keywords, the actions or another part of a comment automation changed; those that are given.',
});
export const CommentAutomationSwitched = defineEvent(
  'CommentAutomationSwitched',
  z.object({ activeSince: z.string().nullable() }),
  { description: 'A comment automation was switched on or off.' },
);
export const CommentAutomationDeleted = defineEvent(
  'CommentAutomationDeleted',
  z.object({ automationId: z.string() }),
  { description: 'A comment automation was deleted. What it began is finished.' },
);

export const automationEvents = [
  CommentAutomationCreated,
  CommentAutomationChanged,
  CommentAutomationSwitched,
  CommentAutomationDeleted,
] as const;
export type AutomationEvent = EventOf<(typeof automationEvents)[number]>;
