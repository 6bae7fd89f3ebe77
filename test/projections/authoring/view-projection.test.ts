import { expect } from 'chai';
import { z } from 'zod';
import type { ViewFold } from '../../../domain/kernel/decider.ts';
import { defineEvent, type EventOf, type Recorded } from '../../../domain/kernel/event.ts';
import { viewProjection, type RowOf } from '../../../projections/authoring/view-projection.ts';

const Opened = defineEvent('NoteOpened', z.object({ text: z.string() }), { description: 'A note was opened.' });
const Changed = defineEvent('NoteChanged', z.object({ text: z.string() }), { description: 'Its text changed.' });
const Seen = defineEvent('NoteSeen', z.object({}), { description: 'It was seen.' });
const Closed = defineEvent('NoteClosed', z.object({}), { description: 'It was closed.' });
const events = [Opened, Changed, Seen, Closed] as const;
type NoteEvent = EventOf<(typeof events)[number]>;
type NoteView = Readonly<{ text: string; changedAt: string | null }>;

const view: ViewFold<NoteView, NoteEvent> = {
  evolve: (current, event) => {
    switch (event.type) {
      case 'NoteOpened':
        return { text: event.data.text, changedAt: null };
      case 'NoteChanged':
        return current && { text: event.data.text, changedAt: event.meta.occurredAt };
      case 'NoteSeen':
        return current;
      default:
        return undefined;
    }
  },
};

const notes = viewProjection({
  name: 'notes',
  version: 1,
  description: 'Which notes are open?',
  events,
  view,
  bornWithStream: true,
  columns: {
    id: ['text', (_, { key }) => key, 'The note'],
    workspace_id: ['text', (_, { workspaceId }) => workspaceId],
    'long-text': ['boolean', ({ text }) => text.length > 5],
    changed_at: ['instant?', ({ changedAt }) => changedAt],
    words: ['text[]', ({ text }) => text.split(' ')],
    view: ['json', (whole) => whole],
  },
  indexes: ['workspace_id, id'],
});
type NoteRow = RowOf<typeof notes>;

const recorded = (event: NoteEvent, workspaceId = 'w1'): Recorded => ({
  ...event,
  id: 'e1',
  stream: 'note-n-1',
  revision: 0,
  position: { commit: 1n, prepare: 1n },
  meta: {
    workspaceId,
    mode: 'test',
    actor: { kind: 'system', id: 'test' },
    $correlationId: 'r1',
    $causationId: 'c1',
    occurredAt: '2026-03-01T10:00:00.000Z',
  },
});

const after = (...history: readonly Recorded[]): NoteRow | undefined =>
  history.reduce<NoteRow | undefined>((row, event) => notes.fold(row, event, notes.keys(event)[0] ?? ''), undefined);

describe('a projection of views', () => {
  it('has the columns of its one list: their types, and the meaning of those that are published', () => {
    expect(notes.table).to.deep.equal({
      key: 'id',
      bornWithStream: true,
      columns: {
        id: 'text',
        workspace_id: 'text',
        'long-text': 'boolean',
        changed_at: 'instant?',
        words: 'text[]',
        view: 'json',
      },
      indexes: ['workspace_id, id'],
    });
    expect(notes.published).to.deep.equal({ id: 'The note' });
    expect(notes.handles).to.deep.equal(['NoteOpened', 'NoteChanged', 'NoteSeen', 'NoteClosed']);
  });

  it('makes a row of a view, for the id of its stream', () => {
    expect(after(recorded(Opened({ text: 'two words' })))).to.deep.equal({
      id: 'n-1',
      workspace_id: 'w1',
      'long-text': true,
      changed_at: null,
      words: ['two', 'words'],
      view: { text: 'two words', changedAt: null },
    });
  });

  it('continues the view of the row, which stays in the workspace of its first event', () => {
    const row = after(recorded(Opened({ text: 'one' })), recorded(Changed({ text: 'two' }), 'w2'));
    expect(row).to.deep.include({ workspace_id: 'w1', changed_at: '2026-03-01T10:00:00.000Z', words: ['two'] });
  });

  it('leaves the row of a view that an event does not change as it is', () => {
    const row = after(recorded(Opened({ text: 'one' })));
    expect(notes.fold(row, recorded(Seen({})), 'n-1')).to.equal(row);
  });

  it('has no row where there is no view', () => {
    expect(after(recorded(Changed({ text: 'one' })))).to.equal(undefined);
    expect(after(recorded(Opened({ text: 'one' })), recorded(Closed({})))).to.equal(undefined);
  });

  it('publishes nothing, and has no indexes, where none are named', () => {
    const { table, published } = viewProjection({
      name: 'bare',
      version: 1,
      description: 'Which notes are there?',
      events,
      view,
      key: 'note',
      columns: { note: ['text', (_, { key }) => key], view: ['jsonb', (whole) => whole] },
    });
    expect(table).to.deep.equal({ key: 'note', columns: { note: 'text', view: 'jsonb' } });
    expect(published).to.equal(undefined);
  });
});
