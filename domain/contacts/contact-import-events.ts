import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { importedColumns } from './contact-columns.ts';

const importId = z.string();
const count = z.int().nonnegative();

/** What became of the lines of a part. */
export const ImportCounts = z.object({
  created: count,
  updated: count,
  unchanged: count,
  /** People who were deleted after the file came: they are not made again. */
  skipped: count,
  failed: count,
});
export type ImportCounts = z.infer<typeof ImportCounts>;

export const ContactImportOpened = defineEvent(
  'ContactImportOpened',
  z.object({
    importId,
    /** The column of each cell; null for one that is read over. */
    columns: z.array(z.enum(importedColumns).nullable()),
    lines: count,
    parts: count,
  }),
  { description: 'A file of contacts came; its lines are being stored.' },
);
export const ContactImportStarted = defineEvent('ContactImportStarted', z.object({ importId }), {
  description: 'All lines of a file of contacts are stored, and are imported from now on.',
});
export const ContactImportPartFinished = defineEvent(
  'ContactImportPartFinished',
  z.object({ importId, number: count, ...ImportCounts.shape }),
  { description: 'A part of a file of contacts was imported.' },
);
export const ContactImportCompleted = defineEvent('ContactImportCompleted', z.object({ importId }), {
  description: 'All lines of a file of contacts were imported or reported as faulty.',
});
export const ContactImportCancelled = defineEvent('ContactImportCancelled', z.object({ importId }), {
  description: 'An import of contacts was cancelled: no further part is imported.',
});
export const ContactImportFailed = defineEvent('ContactImportFailed', z.object({ importId, reason: z.string() }), {
  description: 'An import of contacts cannot go on.',
});
export const ContactImportErased = defineEvent('ContactImportErased', z.object({ importId }), {
  description: 'The key of the lines of an ended import was destroyed.',
});

export const contactImportEvents = [
  ContactImportOpened,
  ContactImportStarted,
  ContactImportPartFinished,
  ContactImportCompleted,
  ContactImportCancelled,
  ContactImportFailed,
  ContactImportErased,
] as const;
export type ContactImportEvent = EventOf<(typeof contactImportEvents)[number]>;

export const maxFaultLength = 200;

/** A faulty line, counted from 1. `column` is null where the fault is not that of one cell. */
export const ImportFault = z.object({
  line: z.int().positive(),
  column: z.string().nullable(),
  /** Contains nothing of the cell. */
  message: z.string().max(maxFaultLength),
});
export type ImportFault = z.infer<typeof ImportFault>;

export const ContactImportPartStored = defineEvent(
  'ContactImportPartStored',
  z.object({
    /** The data subject: its key is destroyed when the import has ended. */
    importId,
    number: count,
    /** `ImportedLine`s as JSON: a sealed value is a text. */
    rows: z.string(),
  }),
  {
    description: 'A part of a file of contacts was stored, until the import ends.',
    personal: { subject: 'importId', fields: ['rows'] },
  },
);
export const ContactImportPartBegun = defineEvent('ContactImportPartBegun', z.object({ importId, number: count }), {
  description: 'The import of a part of a file began: it is finished, also when the import is cancelled.',
});
export const ContactImportPartDone = defineEvent(
  'ContactImportPartDone',
  z.object({ importId, number: count, ...ImportCounts.shape, errors: z.array(ImportFault) }),
  { description: 'The lines of a part were imported, or are faulty.', largest: 256 * 1024 },
);

export const contactImportPartEvents = [
  ContactImportPartStored,
  ContactImportPartBegun,
  ContactImportPartDone,
] as const;
export type ContactImportPartEvent = EventOf<(typeof contactImportPartEvents)[number]>;
