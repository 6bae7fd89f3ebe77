import { sql, type Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { compactions } from '../../../domain/compactions.ts';
import { catalogue, emittersOf } from '../../../domain/events.ts';
import { compacted, type Compaction } from '../../../domain/kernel/compaction.ts';
import type { NewEvent, Recorded } from '../../../domain/kernel/event.ts';
import type { ExpectedRevision, StreamRead, StreamReader, StreamStore } from '../../../domain/kernel/event-store.ts';
import { partsOfStream } from '../../../domain/kernel/stream-names.ts';
import { markPersonal } from '../../stores/secrets/marked-texts.ts';
import { foldName } from './fold-name.ts';
import { fromSnapshotEvent, toSnapshotEvent, type SnapshotEvent } from './snapshot-event.ts';

/** How many events are read past a compacted beginning, at least, before it is made again. */
export const compactEvery = 100;
/** How many events one read of a stream that was never compacted takes. */
const pageEvents = 2_000;
/** The most events of compacted beginnings that a process keeps, of all streams together. */
const maxKeptEvents = 50_000;
/** How long the beginnings of another release are kept: while an upgrade is under way, both releases use theirs. */
const otherRulesKept = '7 days';

type Parts = Readonly<{
  /** The log as commands see it. */
  store: StreamStore;
  /** The log with personal data sealed. */
  sealed: StreamReader;
  /** Opens what was read sealed, as far as its keys exist. */
  open(events: readonly Recorded[]): Promise<readonly Recorded[]>;
  db: Kysely<unknown>;
  /** Called when a compacted beginning could not be stored: the command continues without it. */
  onFault(error: unknown): void;
  rules?: ReadonlyMap<string, Compaction<NewEvent>>;
}>;

type Rule = Readonly<{ name: string; compaction: Compaction<NewEvent> }>;

/** A stretch of a stream, sealed, and the revision it ends at. */
type Sealed = Readonly<{ events: readonly Recorded[]; revision: ExpectedRevision }>;

/**
 * The event store as commands read it: of a long stream only the events that still matter
 * (`domain/compactions.ts`), so that a command reads as much of an account after ten years as after
 * a week. The compacted beginnings of streams are in the database. They are derived from the log
 * and can be dropped at any time. Personal data in them is sealed as in the log, so destroying a
 * key erases it here as well.
 */
export class CompactedStreams implements StreamStore {
  readonly #parts: Parts;
  readonly #rules: ReadonlyMap<string, Rule>;
  /**
   * Compacted beginnings, sealed. An old one is as good as a new one: the events after it are read
   * from the log.
   */
  readonly #kept = new LRUCache<string, readonly Recorded[]>({
    maxSize: maxKeptEvents,
    sizeCalculation: (events) => Math.max(events.length, 1),
  });

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#rules = new Map(
      [...(parts.rules ?? compactions)].map(([category, compaction]) => {
        const isOf = (type: string): boolean => emittersOf.get(type)?.includes(category) ?? false;
        return [category, { compaction, name: `${compaction.version}:${foldName([], isOf)}` }];
      }),
    );
  }

  append: StreamStore['append'] = (stream, expected, events) => this.#parts.store.append(stream, expected, events);

  async read(stream: string, range?: Parameters<StreamReader['read']>[1]): Promise<StreamRead> {
    const rule = this.#rules.get(partsOfStream(stream).category);
    if (!rule || range) return this.#parts.store.read(stream, range);
    const { events, revision } = await this.#readBy(rule, stream);
    return { events: await this.#parts.open(events), revision };
  }

  async #readBy(rule: Rule, stream: string): Promise<Sealed> {
    const { sealed } = this.#parts;
    let base = this.#kept.get(stream);
    if (!base) {
      // A short stream costs one read of the log, and the database is not asked.
      const short = await sealed.read(stream, { limit: compactEvery });
      if (isEnd(short, 0, compactEvery)) return short;
      base = await this.#stored(rule, stream);
    }
    const since = base && (await this.#readOnto(base, rule, stream));
    return since ?? this.#readFrom([], 0, rule, stream);
  }

  /** A compacted beginning and what follows; undefined where the log does not continue it, as after a restore of an older backup. */
  async #readOnto(base: readonly Recorded[], rule: Rule, stream: string): Promise<Sealed | undefined> {
    const last = base.at(-1);
    if (!last) return undefined;
    // The last event is read again: the log decides whether this is a beginning of its stream.
    const next = await this.#parts.sealed.read(stream, { from: last.revision, limit: pageEvents });
    if (next.events[0]?.id !== last.id || next.revision === 'none') {
      await this.#drop(last.revision, rule, stream);
      return undefined;
    }
    const events = [...base, ...next.events.slice(1)];
    if (!isEnd(next, last.revision, pageEvents)) {
      return this.#readFrom(compacted(events, rule.compaction), next.revision + 1, rule, stream);
    }
    // A long beginning is written less often, so that an event costs the same at every length.
    if (next.revision - last.revision >= Math.max(compactEvery, base.length / 2))
      await this.#keep(compacted(events, rule.compaction), rule, stream);
    return { events, revision: next.revision };
  }

  /** Reads a stream page by page to its end, compacts it, and keeps what that leaves. */
  async #readFrom(base: readonly Recorded[], from: number, rule: Rule, stream: string): Promise<Sealed> {
    const page = await this.#parts.sealed.read(stream, { from, limit: pageEvents });
    const events = compacted([...base, ...page.events], rule.compaction);
    if (page.revision !== 'none' && !isEnd(page, from, pageEvents)) {
      return this.#readFrom(events, page.revision + 1, rule, stream);
    }
    await this.#keep(events, rule, stream);
    return { events, revision: page.revision === 'none' && from > 0 ? from - 1 : page.revision };
  }

  async #stored({ name }: Rule, stream: string): Promise<readonly Recorded[] | undefined> {
    const { rows } = await sql<{ events: readonly SnapshotEvent[] }>`
      select events from compacted_stream where stream = ${stream} and rule = ${name}`.execute(this.#parts.db);
    const events = rows[0]?.events.map(fromSnapshotEvent);
    if (events) this.#kept.set(stream, events);
    return events;
  }

  async #drop(revision: number, { name }: Rule, stream: string): Promise<void> {
    this.#kept.delete(stream);
    await sql`
      delete from compacted_stream where stream = ${stream} and rule = ${name}
        and revision >= ${revision}`.execute(this.#parts.db);
  }

  async #keep(events: readonly Recorded[], { name }: Rule, stream: string): Promise<void> {
    const last = events.at(-1);
    if (!last) return;
    // A copy of personal data that is not sealed, as in some old events, would outlive its erasure.
    if (events.some((event) => markPersonal(event, catalogue, '') === undefined)) return;
    this.#kept.set(stream, events);
    try {
      await sql`
        insert into compacted_stream (stream, rule, revision, events)
        values (${stream}, ${name}, ${last.revision}, ${JSON.stringify(events.map(toSnapshotEvent))}::json)
        on conflict (stream, rule) do update set revision = excluded.revision, events = excluded.events, made_at = now()
          where compacted_stream.revision < excluded.revision`.execute(this.#parts.db);
      await sql`
        delete from compacted_stream where stream = ${stream} and rule <> ${name}
          and made_at < now() - ${otherRulesKept}::interval`.execute(this.#parts.db);
    } catch (error) {
      this.#parts.onFault(error);
    }
  }
}

/** Whether a read reached the end of its stream. Events of unknown type count, but are not among the events. */
const isEnd = ({ revision }: StreamRead, from: number, limit: number): boolean =>
  revision === 'none' || revision - from + 1 < limit;
