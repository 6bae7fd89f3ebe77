import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import type { EventMeta } from '../../domain/kernel/event.ts';
import { PostCancelled } from '../../domain/posts/post-events.ts';
import { requireAttribution } from './attribution.ts';
import { openTestEventStore } from './event-store.ts';

const whole: EventMeta = {
  workspaceId: 'w',
  mode: 'test',
  actor: { kind: 'api_key', id: 'k', keyId: 'k' },
  $correlationId: 'request',
  $causationId: 'command',
  occurredAt: '2026-01-01T00:00:00.000Z',
};

describe('the assertion that every event is attributed', () => {
  const cases: readonly (readonly [lacks: string, meta: EventMeta])[] = [
    ['an actor', { ...whole, actor: { kind: 'user', id: '' } }],
    ['the key that acted', { ...whole, actor: { kind: 'api_key', id: 'k' } }],
    ['a correlation', { ...whole, $correlationId: '' }],
    ['a causation', { ...whole, $causationId: '' }],
    ['a time', { ...whole, occurredAt: 'yesterday' }],
  ];
  for (const [lacks, meta] of cases)
    it(`finds the one that lacks ${lacks}`, async () => {
      const log = await openTestEventStore();
      try {
        await log.store.append('post-1', 'none', [{ ...PostCancelled({}), id: randomUUID(), meta: whole }]);
        expect(await requireAttribution(log.connectionString)).to.equal(1);
        await log.store.append('post-1', 0, [{ ...PostCancelled({}), id: randomUUID(), meta }]);
        const asserted = await requireAttribution(log.connectionString).catch((error: Error) => error.message);
        expect(asserted).to.include('1 of 2 events lack attribution').and.to.include('PostCancelled at post-1/1');
      } finally {
        await log.close();
      }
    });
});
