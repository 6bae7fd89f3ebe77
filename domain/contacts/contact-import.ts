import type { z } from 'zod';
import { unreachable, type Decider } from '../kernel/decider.ts';
import { notFound, Refused } from '../kernel/refused.ts';
import {
  ContactImportCancelled,
  ContactImportCompleted,
  ContactImportErased,
  ContactImportFailed,
  ContactImportOpened,
  ContactImportPartFinished,
  ContactImportStarted,
  type ContactImportEvent,
  type ImportCounts,
} from './contact-import-events.ts';
import type { ImportStatus } from './contact-import-status.ts';

type Opened = z.output<typeof ContactImportOpened.schema>;

export type ContactImport = Opened &
  Readonly<{
    status: ImportStatus;
    /** The parts that were imported: they are done in their order. */
    done: number;
    counts: ImportCounts;
    failure: string | null;
    erased: boolean;
  }>;
export type ContactImportState = ContactImport | undefined;

export type ContactImportCommand =
  | Readonly<{ type: 'open-import'; columns: readonly Opened['columns'][number][] } & Omit<Opened, 'columns'>>
  | Readonly<{ type: 'start-import' | 'cancel-import' | 'note-erased' }>
  | Readonly<{ type: 'fail-import'; reason: string }>
  | Readonly<{ type: 'finish-part'; number: number; counts: ImportCounts }>;

export const noCounts: ImportCounts = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 };

export const hasEnded = ({ status }: Pick<ContactImport, 'status'>): boolean =>
  status === 'COMPLETED' || status === 'CANCELLED' || status === 'FAILED';

/** The lines that were dealt with. */
export const linesDone = ({ created, updated, unchanged, skipped, failed }: ImportCounts): number =>
  created + updated + unchanged + skipped + failed;

const sum = (one: ImportCounts, other: ImportCounts): ImportCounts => ({
  created: one.created + other.created,
  updated: one.updated + other.updated,
  unchanged: one.unchanged + other.unchanged,
  skipped: one.skipped + other.skipped,
  failed: one.failed + other.failed,
});

const decide = (command: ContactImportCommand, state: ContactImportState): readonly ContactImportEvent[] => {
  if (command.type === 'open-import') {
    const { type: _type, columns, ...data } = command;
    return state ? [] : [ContactImportOpened({ ...data, columns: [...columns] })];
  }
  if (!state) throw notFound('import');
  const { importId, status } = state;
  switch (command.type) {
    case 'start-import': {
      if (status === 'PROCESSING' || status === 'COMPLETED') return [];
      if (status !== 'PENDING') throw new Refused('CONFLICT', 'The import has ended; send the file as a new one');
      const started = ContactImportStarted({ importId });
      return state.parts === 0 ? [started, ContactImportCompleted({ importId })] : [started];
    }
    case 'finish-part': {
      // A part that had begun at the end of its import is counted too.
      if (command.number !== state.done || status === 'PENDING' || state.erased) return [];
      const finished = ContactImportPartFinished({ importId, number: command.number, ...command.counts });
      const isLast = status === 'PROCESSING' && command.number === state.parts - 1;
      return isLast ? [finished, ContactImportCompleted({ importId })] : [finished];
    }
    case 'cancel-import':
      if (status === 'CANCELLED') return [];
      if (hasEnded(state)) throw new Refused('JOB_ALREADY_TERMINAL', 'The import has ended');
      return [ContactImportCancelled({ importId })];
    case 'fail-import':
      return hasEnded(state) ? [] : [ContactImportFailed({ importId, reason: command.reason })];
    case 'note-erased':
      return hasEnded(state) && !state.erased ? [ContactImportErased({ importId })] : [];
    default:
      return unreachable(command);
  }
};

/** How the state follows an event, for views and processes. */
export const evolveContactImport = (state: ContactImportState, event: ContactImportEvent): ContactImportState => {
  if (event.type === 'ContactImportOpened')
    return { ...event.data, status: 'PENDING', done: 0, counts: noCounts, failure: null, erased: false };
  if (!state) return state;
  switch (event.type) {
    case 'ContactImportStarted':
      return { ...state, status: 'PROCESSING' };
    case 'ContactImportPartFinished': {
      const { importId: _id, number, ...counts } = event.data;
      return { ...state, done: number + 1, counts: sum(state.counts, counts) };
    }
    case 'ContactImportCompleted':
      return { ...state, status: 'COMPLETED' };
    case 'ContactImportCancelled':
      return { ...state, status: 'CANCELLED' };
    case 'ContactImportFailed':
      return { ...state, status: 'FAILED', failure: event.data.reason };
    case 'ContactImportErased':
      return { ...state, erased: true };
    default:
      return unreachable(event);
  }
};

/**
 * `contactImport-<id>`: a file of contacts that is imported part by part. The lines are in the streams of its parts,
 * so that this one stays short however large the file is.
 */
export const contactImport: Decider<ContactImportState, ContactImportCommand, ContactImportEvent> = {
  category: 'contactImport',
  initial: undefined,
  decide,
  evolve: evolveContactImport,
};
