import { catalogue } from '../../domain/events.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import type { Infrastructure } from '../composition/infrastructure.ts';
import { logHistory } from '../log/history/log-history.ts';
import { print, Refusal, table, UsageError } from './operator.ts';

/** Events that are read at once. */
const pageSize = 500;

/** The kinds of resources with a history, each a stream. */
const kinds = ['post', 'account', 'workspace', 'user', 'media', 'comment'] as const;

const entryOf = ({ id, type, revision, position, meta, data }: Recorded) => ({
  id,
  revision,
  position: position.commit.toString(),
  occurredAt: meta.occurredAt,
  type,
  description: catalogue.definitions.get(type)?.description ?? type,
  actor: {
    kind: meta.actor.kind,
    id: meta.actor.id,
    keyId: meta.actor.keyId ?? null,
    address: meta.actor.address ?? null,
  },
  correlationId: meta.$correlationId,
  causationId: meta.$causationId,
  data,
});

/**
 * Prints the whole history of one resource, oldest first, page by page; as JSON one event a line.
 */
export const printHistory = async (
  { store }: Pick<Infrastructure, 'store'>,
  words: readonly string[],
  { json }: Readonly<{ json: boolean }>,
): Promise<void> => {
  const [, kind = '', id] = words;
  if (!kinds.some((one) => one === kind) || id === undefined)
    throw new UsageError(`history of what? ${kinds.join(', ')} with an id`);
  const history = logHistory(store);
  let found = 0;
  for (let from = 0, more = true; more;) {
    const page = await history.page(`${kind}-${id}`, from, pageSize);
    const entries = page.events.map(entryOf);
    if (json) for (const entry of entries) print(JSON.stringify(entry));
    else if (entries.length > 0) {
      const rows = entries.map(({ revision, occurredAt, type, description, actor }) => [
        String(revision),
        occurredAt,
        type,
        `${actor.kind} ${actor.id}`,
        description,
      ]);
      print(table(['revision', 'when', 'event', 'who', 'what'], rows));
    }
    found += entries.length;
    ({ next: from, more } = page);
  }
  if (found === 0) throw new Refusal(`Nothing is known of ${kind} ${id}.`);
};
