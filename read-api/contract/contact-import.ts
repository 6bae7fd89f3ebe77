import { z } from 'zod';
import { importStatuses } from '../../domain/contacts/contact-import-status.ts';

const count = z.int();

/** An import of contacts, in the form of every answer. */
export const ContactImportReply = z
  .object({
    id: z.string(),
    status: z
      .enum(importStatuses)
      .meta({ description: 'PENDING: the lines are still being stored. FAILED: see failureReason' }),
    total: count.meta({ description: 'The data lines of the file' }),
    done: count.meta({ description: 'The lines that were dealt with: the sum of the counts below' }),
    percent: count,
    created: count,
    updated: count,
    unchanged: count,
    skipped: count.meta({ description: 'Lines of people who were deleted after the file came' }),
    failed: count,
    startedAt: z.string(),
    finishedAt: z.string().nullable(),
    failureReason: z.string().nullable(),
  })
  .meta({ id: 'ContactImport' });
