import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { apiKeys } from '../../../projections/workspaces/api-keys.ts';

const given = specFor(apiKeys);

const stream = 'apiKey-k1';
const expiresAt = '2027-01-01T00:00:00.000Z';
const created = event(
  'ApiKeyCreated',
  {
    apiKeyId: 'k1',
    name: 'Key',
    prefix: 'sp_',
    hash: 'digest',
    scopes: ['posts:read'],
    expiresAt,
    allowedIps: [],
    createdBy: 'u1',
  },
  { stream, workspaceId: 'w1' },
);

describe('the read model api_keys', () => {
  it('finds a key by its hash', () =>
    given()
      .when(created)
      .then({ id: 'k1', workspace_id: 'w1', hash: 'digest', expires_at: expiresAt, revoked_at: null }));

  it('keeps a revoked key with its hash', () =>
    given(created)
      .when(event('ApiKeyRevoked', { reason: 'requested' }, { stream, at: '2026-04-01T00:00:00.000Z' }))
      .then({ hash: 'digest', revoked_at: '2026-04-01T00:00:00.000Z' }));
});
