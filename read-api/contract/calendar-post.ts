import { z } from 'zod';
import { Platform } from '../../domain/platforms/platform.ts';
import { CalendarContent } from '../../domain/calendar/calendar-post-events.ts';
import { calendarStatuses } from '../../domain/calendar/calendar-post-view.ts';

/** A calendar post in the form of every answer. */
export const CalendarPostReply = CalendarContent.extend({
  id: z.string(),
  accountId: z.string(),
  platform: Platform,
  status: z.enum(calendarStatuses),
  postId: z
    .string()
    .nullable()
    .meta({ description: 'The post that was created from it, or that it was imported from' }),
  platformPostId: z.string().nullable().meta({ description: 'Null until it is on its platform' }),
  platformPostUrl: z.string().nullable(),
  publishedAt: z
    .string()
    .nullable()
    .meta({ description: 'When it was published; a sync takes the time that its platform names' }),
  submittedById: z.string().nullable(),
  decidedById: z.string().nullable(),
  decisionNotes: z.string().nullable(),
  createdById: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
}).meta({ id: 'CalendarPost' });
