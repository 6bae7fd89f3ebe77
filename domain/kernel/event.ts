import type { Mode } from './mode.ts';
import { z } from 'zod';

/** Who caused an event: a person's session, an API key, or the service itself (a process or the system). */
export type Actor = Readonly<{
  kind: 'user' | 'api_key' | 'process' | 'system';
  id: string;
  /** The API key of the request, where there was one. */
  keyId?: string;
  /** The address the request came from; sealed when stored, with the keys of the person and of the workspace. */
  address?: string;
}>;

/** The envelope every recorded event carries, whatever its type. */
export type EventMeta = Readonly<{
  workspaceId: string;
  /** A test workspace always runs on the shared test clock and in the sandbox. */
  mode: Mode;
  actor: Actor;
  /** The request that led to it. A process keeps the correlation of the event that it follows. */
  $correlationId: string;
  /**
   * The id of the command that decided this event; a command that finds its id here was already
   * executed.
   */
  $causationId: string;
  /** ISO 8601, on the workspace's clock. */
  occurredAt: string;
}>;

/** The result of a decision: a fact that is not recorded yet. */
export type NewEvent<Type extends string = string, Data = unknown> = Readonly<{ type: Type; data: Data }>;

/** A place in the whole log. Both halves are kept: a filtered checkpoint may carry a commit without its own prepare. */
export type Position = Readonly<{ commit: bigint; prepare: bigint }>;

/** A recorded event from a read or a subscription, already lifted to its newest version. */
export type Recorded<E extends NewEvent = NewEvent> = E &
  Readonly<{
    id: string;
    stream: string;
    revision: number;
    position: Position;
    meta: EventMeta;
    /**
     * Why the event cannot be lifted, decrypted or decoded. Its data and metadata may then have any
     * shape. Only readers of the log receive such events: they park the keys that the event belongs
     * to.
     */
    unreadable?: string;
  }>;

/**
 * An event cannot be lifted, decrypted or decoded where it is needed.
 *
 * @example
 * const hidden = event('CommentHidden', { commentId: 'c1', platformSynced: false }, { stream: 'comment-c1' });
 * new UnreadableEvent({ ...hidden, unreadable: 'its key is gone' }).message;
 * // 'CommentHidden 0@comment-c1 cannot be read: its key is gone'
 */
export class UnreadableEvent extends Error {
  override readonly name = 'UnreadableEvent';

  constructor({ type, stream, revision, unreadable }: Pick<Recorded, 'type' | 'stream' | 'revision' | 'unreadable'>) {
    super(`${type} ${revision}@${stream} cannot be read: ${unreadable}`);
  }
}

/**
 * Throws for an event that cannot be read.
 *
 * @example
 * const hidden = event('CommentHidden', { commentId: 'c1', platformSynced: false });
 * requireReadable(hidden); // undefined
 * requireReadable({ ...hidden, unreadable: 'its key is gone' }); // throws UnreadableEvent
 */
export const requireReadable = (event: Recorded): void => {
  if (event.unreadable !== undefined) throw new UnreadableEvent(event);
};

/** Lifts the data of one schema version to the next. Total and pure; never validates. */
export type Upcast = (data: never) => unknown;

/** The fields of an event's data that are about a person, and the person whose key seals them. */
export type PersonalFields = Readonly<{
  /** The path of the field with the data subject's id, for example `contactId`. */
  subject: string;
  /** Dotted paths of the fields that are sealed, for example `author.username`. */
  fields: readonly string[];
}>;

export interface EventDefinition<Type extends string = string, Schema extends z.ZodType = z.ZodType> {
  readonly type: Type;
  readonly version: number;
  readonly schema: Schema;
  readonly upcasts: readonly Upcast[];
  readonly personal: PersonalFields | undefined;
  /** The most bytes of its stored data; undefined: those of every event. */
  readonly largest: number | undefined;
  /** One sentence for people about what happened. */
  readonly description: string;
  (data: z.input<Schema>): NewEvent<Type, z.output<Schema>>;
}

type Options = Readonly<{
  description: string;
  upcasts?: readonly Upcast[];
  personal?: PersonalFields;
  /** For texts that may be longer than an event usually is. */
  largest?: number;
}>;

/**
 * Declares an event once: its stored name, its newest schema and the steps that lift each older version to it.
 * Calling the definition validates and builds the event. Names and shapes are what is stored: add a version, never edit one.
 *
 * @example
 * const NoteWritten = defineEvent('NoteWritten', z.object({ text: z.string().min(1) }), {
 *   description: 'A note was written.',
 * });
 * NoteWritten({ text: 'Hello' }); // { type: 'NoteWritten', data: { text: 'Hello' } }
 * NoteWritten({ text: '' }); // throws ZodError
 */
export const defineEvent = <const Type extends string, Schema extends z.ZodType>(
  type: Type,
  schema: Schema,
  { description, upcasts = [], personal, largest }: Options,
): EventDefinition<Type, Schema> => {
  const build = (data: z.input<Schema>) => ({ type, data: schema.parse(data) });
  const version = upcasts.length + 1;
  return Object.assign(build, { type, schema, upcasts, personal, description, version, largest });
};

export type EventOf<Definition> =
  Definition extends EventDefinition<infer Type, infer Schema> ? NewEvent<Type, z.output<Schema>> : never;
