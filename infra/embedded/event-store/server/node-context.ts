import type { EventLog } from '../log/event-log.ts';
import type { Access } from '../security/access.ts';

/** What the services of a node share. */
export type NodeContext = Readonly<{
  log: EventLog;
  access: Access;
  /** Bytes. */
  maxAppendSize: number;
}>;
