import { randomUUID } from 'node:crypto';
import type { ProposedEvent } from './proposed-event.ts';

/** An event that points to another (`revision@stream`), or with type `$@` to a stream. */
export const linkEvent = (target: string, metadata: unknown, type = '$>'): ProposedEvent => ({
  id: randomUUID(),
  type: Buffer.from(type),
  isJson: false,
  data: Buffer.from(target),
  metadata: metadata === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(metadata)),
});
