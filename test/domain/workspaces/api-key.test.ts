import { expect } from 'chai';
import {
  AllowedIps,
  apiKey,
  ApiKeyAllowedIpsChanged,
  ApiKeyApprovalRightChanged,
  ApiKeyCreated,
  ApiKeyRenamed,
  ApiKeyRevoked,
  ApiKeyScopesChanged,
} from '../../../domain/workspaces/api-key.ts';
import { expirationOf } from '../../../domain/workspaces/api-key-view.ts';
import { specFor } from '../../support/spec.ts';

const given = specFor(apiKey);
const now = '2026-01-01T00:00:00.000Z';
const data = {
  apiKeyId: 'k1',
  name: 'CI',
  prefix: 'svc_live_abcdefgh',
  hash: '00',
  expiresAt: null,
  scopes: ['posts:read'],
  allowedIps: [],
  createdBy: 'olivia',
};
const created = ApiKeyCreated(data);

describe('an API key', () => {
  it('is created once, and to expire only in the future', () => {
    given()
      .when({ type: 'create-api-key', now, ...data })
      .then(created);
    given(created)
      .when({ type: 'create-api-key', now, ...data, name: 'Other' })
      .thenNothing();
    given()
      .when({ type: 'create-api-key', now, ...data, expiresAt: now })
      .thenRefused('VALIDATION_ERROR', /future/);
  });

  it('changes what is given and differs', () => {
    given(created)
      .when({ type: 'change-api-key', name: 'CD', scopes: ['*'], allowedIps: ['10.0.0.0/8'] })
      .then(
        ApiKeyRenamed({ name: 'CD' }),
        ApiKeyScopesChanged({ scopes: ['*'] }),
        ApiKeyAllowedIpsChanged({ allowedIps: ['10.0.0.0/8'] }),
      );
    given(created)
      .when({ type: 'change-api-key', name: 'CI', scopes: ['posts:read'], allowedIps: [] })
      .thenNothing();
    given().when({ type: 'change-api-key', name: 'CD' }).thenRefused('NOT_FOUND');
  });

  it('approves only where it was given that right, which can be taken away', () => {
    const may = ApiKeyApprovalRightChanged({ canApprove: true });
    given()
      .when({ type: 'create-api-key', now, ...data, canApprove: true })
      .then(created, may);
    given(created).when({ type: 'change-api-key', canApprove: true }).then(may);
    given(created, may).when({ type: 'change-api-key', name: 'CI' }).thenNothing();
    given(created, may)
      .when({ type: 'change-api-key', canApprove: false })
      .then(ApiKeyApprovalRightChanged({ canApprove: false }));
  });

  it('never has scopes that do not exist, or the wildcard beside others', () => {
    for (const scopes of [[], ['*', 'posts:read'], ['posts:delete']]) {
      given()
        .when({ type: 'create-api-key', now, ...data, scopes })
        .thenRefused('VALIDATION_ERROR');
      given(created).when({ type: 'change-api-key', scopes }).thenRefused('VALIDATION_ERROR');
    }
  });

  it('is revoked for good', () => {
    given(created)
      .when({ type: 'revoke-api-key' })
      .then(ApiKeyRevoked({ reason: 'requested' }));
    given(created)
      .when({ type: 'revoke-api-key', reason: 'maker_left' })
      .then(ApiKeyRevoked({ reason: 'maker_left' }));
    given(created, ApiKeyRevoked({ reason: 'requested' }))
      .when({ type: 'revoke-api-key' })
      .thenNothing();
    given(created, ApiKeyRevoked({ reason: 'requested' }))
      .when({ type: 'change-api-key', name: 'CD' })
      .thenRefused('NOT_FOUND');
    given().when({ type: 'revoke-api-key' }).thenRefused('NOT_FOUND');
  });

  it('tells how long it will hold', () => {
    expect(expirationOf(null, now)).to.deep.equal({ expirationStatus: 'active', daysUntilExpiration: null });
    for (const [expiresAt, expirationStatus, daysUntilExpiration] of [
      ['2026-01-08T00:00:00.001Z', 'active', 8],
      ['2026-01-08T00:00:00.000Z', 'expiring_soon', 7],
      ['2026-01-01T00:00:00.001Z', 'expiring_soon', 1],
      ['2026-01-01T00:00:00.000Z', 'expired', 0],
      ['2025-01-01T00:00:00.000Z', 'expired', 0],
    ] as const)
      expect(expirationOf(expiresAt, now), expiresAt).to.deep.equal({ expirationStatus, daysUntilExpiration });
  });
});

describe('the addresses of a key', () => {
  it('are addresses and CIDR ranges', () => {
    const given = ['203.0.113.9', '10.0.0.0/8', '2001:db8::1', '2001:db8::/32'];
    expect(AllowedIps.parse(given)).to.deep.equal(given);
  });

  for (const refused of ['example.com', '10.0.0.0/33', '10.0.0', '', '2001:db8::/129', '10.0.0.1-10.0.0.9'])
    it(`are never ${refused || 'empty'}`, () => expect(AllowedIps.safeParse([refused]).success).to.equal(false));
});
