import type { EventLog } from '../log/event-log.ts';
import { anyRevision } from '../log/expected-revision.ts';
import { jsonEvent } from '../log/proposed-event.ts';
import { linkEvent } from '../log/link-event.ts';
import { dataOf, revisionOf, streamOf } from '../log/record.ts';
import { metastreamOf } from '../log/stream-metadata.ts';
import { resolveLink } from '../read/resolve-link.ts';
import { type GroupName, parkedStreamOf } from './group-settings.ts';
import { type Message, newMessage } from './message.ts';

const page = 100;
const adminsOnly = { $r: '$admins', $w: '$admins', $d: '$admins', $mr: '$admins', $mw: '$admins' };

/** The payload of a link to the message's event. */
const targetOf = ({ record, link }: Message): string => {
  if (link.kind === 'link' && link.event === undefined) return dataOf(record).toString();
  const event = link.kind === 'link' && link.event !== undefined ? link.event : record;
  return `${revisionOf(event)}@${streamOf(event)}`;
};

/**
 * Messages that no consumer could handle, stored as links in a stream of their own until they are
 * replayed.
 */
export class ParkedMessages {
  private readonly log: EventLog;
  private readonly stream: string;

  constructor(log: EventLog, name: GroupName) {
    this.log = log;
    this.stream = parkedStreamOf(name);
  }

  async park(message: Message, reason: string): Promise<void> {
    const metadata = { added: new Date().toISOString(), reason, subscriptionEventNumber: revisionOf(message.record) };
    const link = linkEvent(targetOf(message), metadata);
    await this.log.writer.append(this.stream, anyRevision, [link]);
  }

  async count(): Promise<number> {
    const view = await this.log.view(this.stream);
    if (view.head === undefined) return 0;
    return Math.max(0, view.head.last + 1 - (await this.log.firstVisible(view)));
  }

  /**
   * Returns the parked messages up to revision `stopAt`, exclusive, oldest first, and removes them
   * from the stream. Links to deleted events are left out.
   */
  async replay(stopAt: number | undefined, take: (message: Message) => void): Promise<void> {
    const { head } = await this.log.view(this.stream);
    if (head === undefined || head.last < 0) return;
    const end = Math.min(stopAt ?? Infinity, head.last + 1);
    let next = 0;
    while (next < end) {
      const parked = await this.log.readStream(this.stream, next, Math.min(page, end - next));
      if (parked.kind !== 'events') return;
      for (const { record, revision, position } of parked.events) {
        if (revision >= end) break;
        const link = await resolveLink(this.log, record);
        if (link.kind !== 'link' || link.event === undefined) continue;
        const place = { at: revision, previous: -1, sequence: -1 };
        take(newMessage({ record, position, link, ...place, retryCount: 0, isReplayed: true }));
      }
      if (parked.isEnd) break;
      next = parked.next;
    }
    const truncated = jsonEvent('$metadata', { $tb: end, $acl: adminsOnly });
    await this.log.writer.append(metastreamOf(this.stream), anyRevision, [truncated]);
  }

  async delete(): Promise<void> {
    await this.log.writer.delete(this.stream, anyRevision);
  }
}
