import type { EventLog } from '../log/event-log.ts';
import { anyRevision } from '../log/expected-revision.ts';
import { jsonEvent } from '../log/proposed-event.ts';
import { dataOf } from '../log/record.ts';
import { metastreamOf } from '../log/stream-metadata.ts';
import { checkpointStreamOf, type GroupName } from './group-settings.ts';

const kept = 5;

/** The checkpoints of a group, in a stream of their own that keeps the latest few. */
export class CheckpointStore {
  private readonly log: EventLog;
  private readonly stream: string;
  private isBounded = false;

  constructor(log: EventLog, name: GroupName) {
    this.log = log;
    this.stream = checkpointStreamOf(name);
  }

  async load(): Promise<string | undefined> {
    const page = await this.log.readStream(this.stream, Infinity, 1, { backwards: true });
    const record = page.kind === 'events' ? page.events[0]?.record : undefined;
    if (record === undefined) return undefined;
    this.isBounded = true;
    const value: unknown = JSON.parse(dataOf(record).toString());
    return typeof value === 'string' ? value : undefined;
  }

  async save(place: string): Promise<void> {
    if (!this.isBounded) {
      this.isBounded = true;
      const bound = jsonEvent('$metadata', { $maxCount: kept });
      void this.log.writer.append(metastreamOf(this.stream), anyRevision, [bound]);
    }
    await this.log.writer.append(this.stream, anyRevision, [jsonEvent('$SubscriptionCheckpoint', place)]);
  }

  async delete(): Promise<void> {
    await this.log.writer.delete(this.stream, anyRevision);
  }
}
