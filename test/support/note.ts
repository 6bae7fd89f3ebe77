import { z } from 'zod';
import { writeEndpoint } from '../../commands/kernel/endpoint.ts';
import { Id } from '../../read-api/contract/fields.ts';
import { readEndpoint } from '../../read-api/kernel/endpoint.ts';
import type { Decider } from '../../domain/kernel/decider.ts';
import { defineEvent, type EventOf } from '../../domain/kernel/event.ts';
import { notFound, Refused } from '../../domain/kernel/refused.ts';

/** The smallest aggregate the edge can be tried with: a note is written once and can be struck out. */
const NoteWritten = defineEvent('NoteWritten', z.object({ text: z.string() }), { description: 'A note was written.' });
const NoteStruck = defineEvent('NoteStruck', z.object({}), { description: 'A note was struck out.' });
type NoteEvent = EventOf<typeof NoteWritten | typeof NoteStruck>;
type NoteState = Readonly<{ text: string; struck: boolean }> | undefined;
type NoteCommand = Readonly<{ type: 'write'; text: string } | { type: 'strike' }>;

export const note: Decider<NoteState, NoteCommand, NoteEvent> = {
  category: 'note',
  initial: undefined,
  decide: (command, state) => {
    if (command.type === 'write') return state ? [] : [NoteWritten({ text: command.text })];
    if (!state) throw notFound('note');
    if (state.struck) throw new Refused('CONFLICT', 'the note is struck out already');
    return [NoteStruck({})];
  },
  evolve: (state, event) =>
    event.type === 'NoteWritten' ? { text: event.data.text, struck: false } : { text: state?.text ?? '', struck: true },
};

const Note = z.object({ id: z.string(), text: z.string() }).meta({ id: 'Note' });

export const writeNote = writeEndpoint({
  method: 'POST',
  path: '/v1/posts',
  id: 'writeNote',
  summary: 'Writes a note',
  body: z.object({ text: z.string().min(1).max(100), tags: z.array(z.string()).optional() }),
  reply: Note,
  status: 201,
  idempotent: true,
  run: async ({ body }, { newId, handle }) => {
    const id = newId();
    const { state } = await handle(note, id, { type: 'write', text: body.text }, { fresh: true });
    return { body: { id, text: state?.text ?? '' } };
  },
});

export const strikeNote = writeEndpoint({
  method: 'DELETE',
  path: '/v1/posts/:id',
  id: 'strikeNote',
  summary: 'Strikes a note out',
  params: z.object({ id: Id }),
  errors: ['CONFLICT'],
  run: async ({ params }, { handle }) => {
    await handle(note, params.id, { type: 'strike' });
    return { status: 204 };
  },
});

export const checkNote = writeEndpoint({
  method: 'POST',
  path: '/v1/posts/validate',
  id: 'checkNote',
  summary: 'Says whether a text would do',
  body: z.object({ text: z.string() }),
  reply: z.object({ valid: z.boolean() }),
  idempotent: false,
  run: ({ body }) => Promise.resolve({ body: { valid: body.text.length > 0 } }),
});

export const getNote = readEndpoint({
  method: 'GET',
  path: '/v1/posts/:id',
  id: 'getNote',
  summary: 'A note',
  params: z.object({ id: Id }),
  reply: Note,
  reads: ['note'],
  run: ({ params }, { caller, now }) =>
    Promise.resolve({ body: { id: params.id, text: 'as read', now, workspaceId: caller.workspaceId } }),
});

export const listNotes = readEndpoint({
  method: 'GET',
  path: '/v1/posts',
  id: 'listNotes',
  summary: 'Notes',
  query: z.object({ limit: z.coerce.number().int().max(100).default(20) }),
  reply: z.object({ limit: z.int() }),
  run: ({ query }) => Promise.resolve({ body: { limit: query.limit } }),
});
