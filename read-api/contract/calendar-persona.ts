import { z } from 'zod';

/** A persona of the calendar in the form of every answer. */
export const CalendarPersonaReply = z
  .object({
    id: z.string(),
    slug: z.string(),
    displayName: z.string(),
    runtimePrompt: z.string().nullable(),
    accountIds: z.array(z.string()),
    isActive: z.boolean(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'CalendarPersona' });
