import type { EventLog } from '../log/event-log.ts';
import type { Access } from '../security/access.ts';
import type { UserDirectory } from '../users/user-directory.ts';

/** What the services of a node share. */
export type NodeContext = Readonly<{
  log: EventLog;
  access: Access;
  users: UserDirectory;
  /** The most an append may carry, in bytes. */
  maxAppendSize: number;
  /** UUID of the store. */
  instanceId: string;
  host: string;
  /** Known once the node listens. */
  port: () => number;
  requestShutdown: () => void;
  restartPersistentSubscriptions: () => Promise<void>;
}>;
