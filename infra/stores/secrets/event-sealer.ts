import type { Catalogue } from '../../../domain/kernel/catalogue.ts';
import type { Recorded } from '../../../domain/kernel/event.ts';
import type { EventToAppend } from '../../../domain/kernel/event-store.ts';
import { openMarked, subjectsMarked, type Mark } from './marked-texts.ts';
import { openPersonal, sealPersonal, subjectsOf } from './personal-fields.ts';
import type { SubjectKeys, SubjectKeysAtHand } from './subject-keys.ts';

/**
 * Seals and opens the personal data of events. One query loads the keys of all events of a call.
 */
export class EventSealer {
  readonly #catalogue: Catalogue;
  readonly #keys: SubjectKeys;

  constructor(catalogue: Catalogue, keys: SubjectKeys) {
    this.#catalogue = catalogue;
    this.#keys = keys;
  }

  /** Throws for an event whose personal data has no data subject. */
  async seal(events: readonly EventToAppend[]): Promise<readonly EventToAppend[]> {
    const subjects = subjectsOf(events, this.#catalogue);
    if (subjects.size === 0) return events;
    const keys = await this.#keys.forWriting(subjects);
    return events.map((event) => sealPersonal(event, this.#catalogue, keys));
  }

  /**
   * Opens texts whose key exists. Texts without a key read as `forgotten`. An event whose key or
   * text cannot be opened has the reason in `unreadable`; the other events are not affected.
   */
  async open(events: readonly Recorded[]): Promise<readonly Recorded[]> {
    const subjects = subjectsOf(events, this.#catalogue);
    if (subjects.size === 0) return events;
    const keys = await this.#keys.forReading(subjects);
    return events.map((event) => this.#opened(event, keys));
  }

  #opened(event: Recorded, keys: SubjectKeysAtHand): Recorded {
    if (event.unreadable !== undefined) return event;
    try {
      return openPersonal(event, this.#catalogue, keys);
    } catch (error) {
      return { ...event, unreadable: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Opens the texts of a JSON value that carry the mark. */
  async openMarked<Value>(value: Value, mark: Mark): Promise<Value> {
    const subjects = subjectsMarked(value, mark);
    return subjects.size === 0 ? value : openMarked(value, mark, await this.#keys.forReading(subjects));
  }
}
