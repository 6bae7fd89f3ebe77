import { z } from 'zod';
import { CalendarContent } from '../../domain/calendar/calendar-post-events.ts';
import { calendarStatuses } from '../../domain/calendar/calendar-post-view.ts';

/** A calendar post in the form of every answer. */
export const CalendarPostReply = CalendarContent.extend({
  id: z.string(),
  accountId: z.string(),
  platform: z.string(),
  status: z.enum(calendarStatuses),
  postId: z.string().nullable().meta({ description: 'The post that was created from it' }),
  submittedById: z.string().nullable(),
  decidedById: z.string().nullable(),
  decisionNotes: z.string().nullable(),
  createdById: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
}).meta({ id: 'CalendarPost' });
