import type { EventLog } from '../log/event-log.ts';
import { isLink } from '../log/record.ts';
import { eventResponse, linkResponse, withStructuredIds } from '../protocol/read-response.ts';
import type { Outlet } from './outlet.ts';
import { resolveLink } from './resolve-link.ts';

/** The options of a reader. */
export type Presentation = Readonly<{ resolveLinks: boolean; structuredIds: boolean }>;

/** Sends stored events as the reader's options say. */
export class EventSender<Request> {
  private readonly log: EventLog;
  private readonly outlet: Outlet<Request>;
  private readonly presentation: Presentation;

  constructor(log: EventLog, outlet: Outlet<Request>, presentation: Presentation) {
    this.log = log;
    this.outlet = outlet;
    this.presentation = presentation;
  }

  /** If this returns a promise, wait for it before the next event. */
  send(record: Buffer, position: number): Promise<void> | undefined {
    if (this.presentation.resolveLinks && isLink(record)) return this.sendLink(record, position);
    return this.pass(eventResponse(record));
  }

  private async sendLink(record: Buffer, position: number): Promise<void> {
    const resolved = await resolveLink(this.log, record);
    await this.pass(resolved.kind === 'plain' ? eventResponse(record) : linkResponse(record, resolved.event, position));
  }

  private pass(response: Buffer): Promise<void> | undefined {
    return this.outlet.send(this.presentation.structuredIds ? withStructuredIds(response) : response);
  }
}
