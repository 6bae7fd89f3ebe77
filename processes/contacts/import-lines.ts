import { contactIdOf } from '../../commands/contacts/contact-ids.ts';
import { commandIdFor } from '../../commands/kernel/deterministic-ids.ts';
import { forEachConcurrently } from '../../commands/kernel/for-each-concurrently.ts';
import { contact, firstLifeOf } from '../../domain/contacts/contact.ts';
import { noCounts } from '../../domain/contacts/contact-import.ts';
import { maxFaultLength, type ImportCounts, type ImportFault } from '../../domain/contacts/contact-import-events.ts';
import { maxLineBytes, type ImportedLine } from '../../domain/contacts/import-lines.ts';
import { importedRow, type Columns, type ImportedRow } from '../../domain/contacts/imported-rows.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import type { ActContext } from '../kernel/act-context.ts';
import { cutText } from '../../domain/kernel/stored-text.ts';

const contactsAtOnce = 16;

export type ImportLinesPorts = Readonly<{
  /** Makes the keys of these people together, so that each append finds its own. */
  prepareKeys(subjects: readonly string[]): Promise<unknown>;
}>;

export type ImportedFile = Readonly<{
  /** The process that imports it: part of the ids of its commands. */
  process: string;
  columns: Columns;
  /** ISO 8601, when the file came. */
  openedAt: string;
}>;

type Line = Readonly<{ line: number; contactId: string; row: ImportedRow }>;

/**
 * Creates or changes the contact of a line. What a repeated run reports is read from the contact's stream: the events
 * of this line's command, whichever run appended them.
 */
const importLine = async (
  { line, contactId, row: { isSuppressed, ...given } }: Line,
  { process, openedAt }: ImportedFile,
  { instance, load, send }: ActContext,
): Promise<keyof ImportCounts> => {
  const known = await load(contact, contactId);
  const step = `line/${line}`;
  const commandId = commandIdFor(process, instance, step);
  const ofLine = known?.events.filter(({ meta }) => meta.$causationId === commandId) ?? [];
  const isDeleted = known?.events.some(
    ({ type, meta }) => type === 'ContactDeleted' && Date.parse(meta.occurredAt) >= Date.parse(openedAt),
  );
  // The file came before the deletion: it must not bring back what was erased.
  if (isDeleted && ofLine.length === 0) return 'skipped';
  const knownDeletions = known?.state.lives ?? 0;
  const upsert = { type: 'upsert-contact', contactId, ...given, suppress: isSuppressed, knownDeletions } as const;
  const { events, state } = await send(contact, contactId, upsert, { step });
  const appended = events.filter(({ meta }) => meta.$causationId === commandId);
  if (appended.some(({ type }) => type === 'ContactCreated')) return 'created';
  if (appended.length > 0) return 'updated';
  return state.lives === knownDeletions ? 'unchanged' : 'skipped';
};

/** Imports lines: those of one contact in their order, the contacts beside each other. */
export const importLines = async (
  lines: readonly ImportedLine[],
  file: ImportedFile,
  context: ActContext,
  { prepareKeys }: ImportLinesPorts,
): Promise<Readonly<{ counts: ImportCounts; errors: readonly ImportFault[] }>> => {
  const counts = { ...noCounts };
  const errors: ImportFault[] = [];
  const faulty = (line: number, column: string | null, message: string): void =>
    void errors.push({ line, column, message: cutText(message, maxFaultLength) });
  const byContact = new Map<string, Line[]>();
  for (const [line, cells] of lines) {
    if (cells === null) {
      faulty(line, null, `is longer than ${maxLineBytes} bytes`);
      continue;
    }
    const read = importedRow(file.columns, cells);
    if ('fault' in read) {
      faulty(line, read.fault.column, read.fault.message);
      continue;
    }
    const { row } = read;
    const contactId = contactIdOf(context.workspaceId, row.platform, row.platformId);
    byContact.set(contactId, [...(byContact.get(contactId) ?? []), { line, contactId, row }]);
  }
  await prepareKeys([...byContact.keys()].map(firstLifeOf));
  await forEachConcurrently([...byContact.values()], contactsAtOnce, async (ofContact) => {
    for (const each of ofContact) {
      context.signal.throwIfAborted();
      try {
        counts[await importLine(each, file, context)]++;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        faulty(each.line, null, error.message);
      }
    }
  });
  counts.failed = errors.length;
  return { counts, errors: errors.toSorted((one, other) => one.line - other.line) };
};
