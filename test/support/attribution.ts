import { z } from 'zod';
import { catalogue, emittersOf } from '../../domain/events.ts';
import { partsOfStream } from '../../domain/kernel/stream-names.ts';
import { CreditLedger } from './credit-ledger.ts';
import { EventStoreDb } from '../../infra/stores/eventstoredb/store.ts';

const Named = z.string().min(1);

/** What every stored event records of its actor and its cause. */
const Attribution = z.object({
  workspaceId: z.string(),
  mode: z.enum(['live', 'test']),
  actor: z
    .object({
      kind: z.enum(['user', 'api_key', 'process', 'system']),
      id: Named,
      keyId: Named.optional(),
      address: Named.optional(),
    })
    .refine(({ kind, keyId }) => kind !== 'api_key' || keyId !== undefined, {
      error: 'an API key acted and is not named',
    }),
  $correlationId: Named,
  $causationId: Named,
  occurredAt: z.iso.datetime(),
  v: z.int().min(1),
});

let attributed = 0;

// What was asserted over all the logs of a run; said at its end, for some runs are no tests.
process.once('exit', () => {
  if (attributed > 0) process.stderr.write(`${attributed} events of this run were attributed: 100 % of the logs\n`);
});

/**
 * Reads the stored form of a whole log. Throws where an event does not state who caused it, by which request or process step, when and
 * where, where the catalogue does not know that its stream holds such events, and where credits do not sum up. What runs whole services for tests calls it
 * before it stops them.
 */
export const requireAttribution = async (connectionString: string): Promise<number> => {
  const store = new EventStoreDb(connectionString, catalogue);
  const done = new AbortController();
  const lacking: string[] = [];
  const ledger = new CreditLedger();
  let events = 0;
  try {
    const head = await store.head();
    if (!head) return 0;
    for await (const batch of store.follow('start', { signal: done.signal, as: 'stored' })) {
      for (const { type, stream, revision, data, meta } of batch.events) {
        events += 1;
        ledger.add({ type, stream, revision, data });
        const found = Attribution.safeParse(meta);
        if (!found.success) lacking.push(`${type} at ${stream}/${revision}: ${z.prettifyError(found.error)}`);
        const { category } = partsOfStream(stream);
        if (!emittersOf.get(type)?.includes(category))
          lacking.push(`${type} at ${stream}: add ${category} to the aggregates that decide it, in domain/events.ts`);
      }
      if (batch.to.commit >= head.commit) break;
    }
  } finally {
    done.abort();
    await store.close();
  }
  if (lacking.length > 0)
    throw new Error(`${lacking.length} of ${events} events lack attribution:\n${lacking.slice(0, 10).join('\n')}`);
  if (ledger.faults.length > 0) throw new Error(`credits do not sum up:\n${ledger.faults.slice(0, 10).join('\n')}`);
  attributed += events;
  return events;
};
