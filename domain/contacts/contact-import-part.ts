import { unreachable, type Decider } from '../kernel/decider.ts';
import { notFound } from '../kernel/refused.ts';
import {
  ContactImportPartBegun,
  ContactImportPartDone,
  ContactImportPartStored,
  type ContactImportPartEvent,
  type ImportCounts,
  type ImportFault,
} from './contact-import-events.ts';

export type ImportPart = Readonly<{
  importId: string;
  number: number;
  /** `ImportedLine`s as JSON. */
  rows: string;
  status: 'stored' | 'begun' | 'done';
  counts: ImportCounts | undefined;
}>;
export type ImportPartState = ImportPart | undefined;

export type ImportPartCommand =
  | Readonly<{ type: 'store-part'; importId: string; number: number; rows: string }>
  | Readonly<{ type: 'begin-part' }>
  | Readonly<{ type: 'end-part'; counts: ImportCounts; errors: readonly ImportFault[] }>;

const decide = (command: ImportPartCommand, state: ImportPartState): readonly ContactImportPartEvent[] => {
  if (command.type === 'store-part') {
    const { importId, number, rows } = command;
    return state ? [] : [ContactImportPartStored({ importId, number, rows })];
  }
  if (!state) throw notFound('part of the import');
  const { importId, number, status } = state;
  switch (command.type) {
    case 'begin-part':
      return status === 'stored' ? [ContactImportPartBegun({ importId, number })] : [];
    case 'end-part': {
      const { counts, errors } = command;
      return status === 'done' ? [] : [ContactImportPartDone({ importId, number, ...counts, errors: [...errors] })];
    }
    default:
      return unreachable(command);
  }
};

const evolve = (state: ImportPartState, event: ContactImportPartEvent): ImportPartState => {
  switch (event.type) {
    case 'ContactImportPartStored':
      return { ...event.data, status: 'stored', counts: undefined };
    case 'ContactImportPartBegun':
      return state && { ...state, status: 'begun' };
    case 'ContactImportPartDone': {
      const { importId: _id, number: _number, errors: _errors, ...counts } = event.data;
      return state && { ...state, status: 'done', counts };
    }
    default:
      return unreachable(event);
  }
};

/** `contactImportPart-<id>`: some lines of a file of contacts, sealed with the key of their import. */
export const contactImportPart: Decider<ImportPartState, ImportPartCommand, ContactImportPartEvent> = {
  category: 'contactImportPart',
  initial: undefined,
  decide,
  evolve,
};
