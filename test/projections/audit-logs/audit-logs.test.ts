import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { auditLogs } from '../../../projections/audit-logs/audit-logs.ts';

const given = specFor(auditLogs);

const stream = 'post-p1';
const actor = { kind: 'api_key', id: 'k1', keyId: 'k1' } as const;
const archived = event('PostArchived', {}, { stream, workspaceId: 'w1', actor });

describe('the read model audit_logs', () => {
  it('has a row for each event that a user or a key caused, in the order of the log', () =>
    given(archived)
      .when(event('PostDeleted', {}, { stream, workspaceId: 'w1', actor }))
      .then(
        { type: 'PostArchived', resource_kind: 'post', resource_id: 'p1', key_id: 'k1', revision: 0 },
        { type: 'PostDeleted', resource_kind: 'post', resource_id: 'p1', key_id: 'k1', revision: 1 },
      ));

  it('leaves out what processes did and what belongs to no workspace', () =>
    given(event('PostArchived', {}, { stream, actor: { kind: 'process', id: 'archiving' } }))
      .when(event('PostArchived', {}, { stream, workspaceId: '', actor }))
      .thenNoRows());

  it('has the keys that a process revoked', () =>
    given()
      .when(
        event(
          'ApiKeyRevoked',
          { reason: 'maker_left' },
          {
            stream: 'apiKey-k1',
            workspaceId: 'w1',
            actor: { kind: 'process', id: 'key-revocation' },
          },
        ),
      )
      .then({ type: 'ApiKeyRevoked', actor_kind: 'process', actor_id: 'key-revocation', resource_id: 'k1' }));

  it('leaves out reservations', () =>
    given()
      .when(event('SlugReserved', { slug: 'acme', workspaceId: 'w1' }, { stream: 'slug-acme', actor }))
      .thenNoRows());
});
