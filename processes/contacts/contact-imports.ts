import { contactImportPartId } from '../../commands/contacts/contact-import-part-id.ts';
import {
  contactImport,
  evolveContactImport,
  hasEnded,
  type ContactImport,
} from '../../domain/contacts/contact-import.ts';
import type { ContactImportEvent } from '../../domain/contacts/contact-import-events.ts';
import { contactImportPart, type ImportPart } from '../../domain/contacts/contact-import-part.ts';
import { linesIn } from '../../domain/contacts/import-lines.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { forgotten } from '../../domain/kernel/personal.ts';
import type { ActContext } from '../kernel/act-context.ts';
import { processOf } from '../kernel/process.ts';
import { importLines, type ImportLinesPorts } from './import-lines.ts';

/** What remains to be done for an import. `at`: since when, ISO 8601. `begun`: whether its next part is under way. */
export type RunningImport = Readonly<{ job: ContactImport; openedAt: string; at: string; begun: boolean }>;
type Step = Readonly<{ importId: string; openedAt: string; step: 'give-up' | 'import' | 'erase' }>;

export type ContactImportPorts = ImportLinesPorts &
  Readonly<{
    /** Destroys the key of the lines of an import. Safe to repeat. */
    forgetImport(importId: string): Promise<void>;
  }>;

const name = 'contact-imports';

/** A request stores its lines within seconds; it may be sent again with its key for this long. */
const storedWithinMs = 10 * 60_000;

const follow = (state: RunningImport | undefined, event: Recorded<ContactImportEvent>): RunningImport | undefined => {
  const at = event.meta.occurredAt;
  const job = evolveContactImport(state?.job, event);
  if (!job || job.erased) return undefined;
  const begun = event.type === 'ContactImportPartFinished' ? false : (state?.begun ?? false);
  return { job, openedAt: state?.openedAt ?? at, at, begun };
};

/** Imports the next part of a file, and records what became of its lines. */
const importPart = async (
  { importId, columns, status, done, parts }: ContactImport,
  openedAt: string,
  context: ActContext,
  ports: ImportLinesPorts,
): Promise<void> => {
  // The events of the last part are on their way to this instance.
  if (done === parts) return;
  const partId = contactImportPartId(importId, done);
  const part = (await context.load(contactImportPart, partId))?.state;
  if (!part) throw new Error(`part ${done} of the import ${importId} is missing`);
  if (part.status === 'stored') {
    // Cancelled meanwhile: nothing of this part has been imported.
    if (status !== 'PROCESSING') return;
    await context.send(contactImportPart, partId, { type: 'begin-part' }, { step: `begin/${done}` });
  }
  if (part.rows === forgotten && part.status !== 'done') {
    const reason = 'The lines of the file can no longer be read';
    return void (await context.send(contactImport, importId, { type: 'fail-import', reason }, { step: 'fail' }));
  }
  let ended: ImportPart | undefined = part;
  if (part.status !== 'done') {
    const results = await importLines(linesIn(part.rows), { process: name, columns, openedAt }, context, ports);
    ended = (await context.send(contactImportPart, partId, { type: 'end-part', ...results }, { step: `end/${done}` }))
      .state;
  }
  if (!ended?.counts) throw new Error(`part ${done} of the import ${importId} has not ended`);
  const finish = { type: 'finish-part', number: done, counts: ended.counts } as const;
  await context.send(contactImport, importId, finish, { step: `finish/${done}` });
};

/**
 * Imports files of contacts, one part an action. Each line is a command with an id of its own, and the result of a part
 * is recorded once, so a crash between any two steps neither loses nor doubles a contact or a count. The key of the
 * lines is destroyed when the import has ended.
 */
export const contactImports = processOf<RunningImport, Step, ContactImportPorts>()({
  name,
  description: 'Imports files of contacts, and makes their lines unreadable at the end.',
  beginsByItself: true,
  on: {
    ContactImportOpened: follow,
    ContactImportStarted: follow,
    ContactImportPartFinished: follow,
    ContactImportCompleted: follow,
    ContactImportCancelled: follow,
    ContactImportFailed: follow,
    ContactImportErased: follow,
    ContactImportPartBegun: (state, { data }) =>
      state && (data.number === state.job.done ? { ...state, begun: true } : state),
  },
  instancesOf: ({ data }) => data.importId,
  next: ({ job, openedAt, at, begun }) => {
    const { importId, status } = job;
    if (status === 'PENDING') {
      const until = new Date(Date.parse(openedAt) + storedWithinMs).toISOString();
      return { at: until, action: { importId, openedAt, step: 'give-up' } };
    }
    // A part that had begun when the import was cancelled is finished first.
    const isOver = status === 'FAILED' || (hasEnded(job) && !begun);
    return { at, action: { importId, openedAt, step: isOver ? 'erase' : 'import' } };
  },
  act: async ({ importId, openedAt, step }, context, ports) => {
    const job = (await context.load(contactImport, importId))?.state;
    if (!job || job.erased) return context.endInstance();
    if (step === 'import') return importPart(job, openedAt, context, ports);
    if (step === 'give-up') {
      if (job.status !== 'PENDING') return;
      const reason = 'The file did not come completely; send it again';
      return void (await context.send(contactImport, importId, { type: 'fail-import', reason }, { step: 'give-up' }));
    }
    await ports.forgetImport(importId);
    await context.send(contactImport, importId, { type: 'note-erased' }, { step: 'erased' });
  },
});
