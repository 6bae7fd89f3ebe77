import { z } from 'zod';
import type { Decider } from '../kernel/decider.ts';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { recurringKinds } from './recurring.ts';

/** Why accounts are called dormant. */
export const dormancies = ['last_published', 'no_scheduled'] as const;
export type Dormancy = (typeof dormancies)[number];

const Kind = z.enum(recurringKinds);

export const RecurringMailsSent = defineEvent(
  'RecurringMailsSent',
  z.object({
    userId: z.string(),
    kinds: z.array(Kind),
    dueAt: z.string(),
    mailedAt: z.string(),
    /** The workspaces that were mailed about; of dormant accounts with the reason. */
    mails: z.array(z.object({ workspaceId: z.string(), kind: Kind, dormancies: z.array(z.enum(dormancies)) })),
  }),
  { description: 'The recurring mails of a person were due; those with something to say were sent.' },
);

export const recurringMailEvents = [RecurringMailsSent] as const;
export type RecurringMailEvent = EventOf<typeof RecurringMailsSent>;

export type RecurringMailCommand = Readonly<{ type: 'note-sent' } & z.input<typeof RecurringMailsSent.schema>>;

const nameOf = ({ dueAt, kinds }: Pick<z.input<typeof RecurringMailsSent.schema>, 'dueAt' | 'kinds'>): string =>
  `${dueAt}/${kinds.join()}`;

/** `recurringMail-<userId>-<month>`: the recurring mails of a person that were due in one month. */
export const recurringMail: Decider<readonly string[], RecurringMailCommand, RecurringMailEvent> = {
  category: 'recurringMail',
  initial: [],
  decide: ({ type: _type, ...data }, state) => (state.includes(nameOf(data)) ? [] : [RecurringMailsSent(data)]),
  evolve: (state, { data }) => [...state, nameOf(data)],
};
