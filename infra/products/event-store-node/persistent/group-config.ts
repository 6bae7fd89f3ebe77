import type { EventLog } from '../log/event-log.ts';
import { anyRevision } from '../log/expected-revision.ts';
import { jsonEvent } from '../log/proposed-event.ts';
import { dataOf } from '../log/record.ts';
import type { GroupEntry } from './group-settings.ts';

const stream = '$persistentSubscriptionConfig';

type Config = Readonly<{ version: '2'; updated: string; updatedBy: string; entries: readonly GroupEntry[] }>;

/** The list of all groups, kept as the last event of a stream. */
export class GroupConfig {
  private readonly log: EventLog;

  constructor(log: EventLog) {
    this.log = log;
  }

  async load(): Promise<readonly GroupEntry[]> {
    const page = await this.log.readStream(stream, Infinity, 1, { backwards: true });
    const record = page.kind === 'events' ? page.events[0]?.record : undefined;
    return record === undefined ? [] : (JSON.parse(dataOf(record).toString()) as Config).entries;
  }

  async save(entries: readonly GroupEntry[], updatedBy: string): Promise<void> {
    const config: Config = { version: '2', updated: new Date().toISOString(), updatedBy, entries };
    await this.log.writer.append(stream, anyRevision, [jsonEvent('$PersistentConfig', config)]);
  }
}
