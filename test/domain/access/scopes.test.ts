import { expect } from 'chai';
import fc from 'fast-check';
import { namedScopes, scopeGroups } from '../../../domain/access/scope-table.ts';
import {
  grants,
  requireApplicationGrant,
  requiredScope,
  requireGrant,
  validateScopes,
} from '../../../domain/access/scopes.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { statusOf } from '../../../read-api/contract/refusal-status.ts';

const refusal = (run: () => unknown): Refused => {
  try {
    run();
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};
const asks = (method: string, path: string): string => {
  const required = requiredScope(method, path);
  return required.kind === 'scope' ? required.scope : required.kind;
};
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const id = 'cm3abcdefgh0123456789abcd';

describe('scopes', () => {
  it('hold the names of the contract and no others', () => {
    const readWrite =
      'posts accounts media webhooks workspaces api-keys schedule personas audiences inbox contacts sequences broadcasts hashtag-sets ai billing comment-automations';
    const readOnly = 'analytics queues users audit-logs platforms invitations';
    expect(namedScopes).to.have.members([
      ...readWrite.split(' ').flatMap((name) => [`${name}:read`, `${name}:write`]),
      ...readOnly.split(' ').map((name) => `${name}:read`),
    ]);
  });

  it('follow the method in every group', () => {
    const plain = scopeGroups.filter(
      ({ resource }) => !['users', 'api-keys', 'invitations', 'analytics'].includes(resource),
    );
    for (const { resource, methods: kind, paths } of plain)
      for (const path of paths)
        for (const method of methods)
          expect(asks(method, `${path}/${id}/other`), `${method} ${path}`).to.equal(
            method === 'GET' || method === 'HEAD'
              ? `${resource}:read`
              : kind === 'read'
                ? 'read_only'
                : `${resource}:write`,
          );
  });

  it('follow the exceptions of the contract', () => {
    const table: [string, string, string][] = [
      ['GET', `/v1/ai/suggest-time/${id}`, 'ai:write'],
      ['HEAD', `/v1/ai/suggest-time/${id}`, 'ai:write'],
      ['GET', '/v1/ai/status', 'ai:read'],
      ['GET', '/v1/billing/portal', 'billing:write'],
      ['GET', `/v1/webhooks/${id}/deliveries/${id}/payload`, 'webhooks:write'],
      ['GET', `/v1/webhooks/${id}/deliveries/${id}`, 'webhooks:read'],
      ['GET', '/v1/billing/current', 'billing:read'],
      ['GET', `/v1/posts/${id}/comments`, 'inbox:read'],
      ['GET', `/v1/accounts/${id}/comments`, 'inbox:read'],
      ['POST', `/v1/accounts/${id}/comments/sync`, 'inbox:write'],
      ['GET', `/v1/analytics/posts/${id}`, 'posts:read'],
      ['POST', `/v1/analytics/posts/${id}/refresh`, 'posts:read'],
      ['GET', `/v1/analytics/accounts/${id}`, 'accounts:read'],
      ['POST', `/v1/analytics/accounts/${id}/refresh`, 'accounts:read'],
      ['GET', '/v1/analytics/aggregate', 'posts:read'],
      ['GET', '/v1/analytics/overview', 'posts:read'],
      ['GET', '/v1/reports/pdf', 'analytics:read'],
      ['POST', '/v1/reports/pdf', 'read_only'],
      ['GET', `/v1/workspaces/${id}/api-keys`, 'session'],
      ['POST', `/v1/workspaces/${id}/api-keys`, 'session'],
      ['GET', `/v1/workspaces/${id}/api-keys/${id}/usage`, 'session'],
      ['GET', `/v1/workspaces/${id}/members`, 'workspaces:read'],
      ['PATCH', `/v1/workspaces/${id}/members/${id}`, 'session'],
      ['DELETE', `/v1/workspaces/${id}/members/${id}`, 'session'],
      ['GET', `/v1/workspaces/${id}/invitations`, 'invitations:read'],
      ['POST', `/v1/workspaces/${id}/invitations`, 'session'],
      ['DELETE', `/v1/workspaces/${id}/invitations/${id}`, 'session'],
      ['GET', '/v1/invitations/some-token', 'public'],
      ['GET', '/v1/invitations', 'session'],
      ['POST', '/v1/invitations/some-token/accept', 'session'],
      ['POST', `/v1/workspaces/${id}/transfer-request/accept`, 'session'],
      ['POST', `/v1/workspaces/${id}/transfer-request`, 'workspaces:write'],
      ['GET', `/v1/workspaces/${id}/api-usage/timeseries`, 'workspaces:read'],
      ['GET', '/v1/users/me', 'session'],
      ['DELETE', '/v1/users/me', 'session'],
      ['POST', '/v1/bulk-generate', 'session'],
      ['POST', '/v1/subscription/update', 'wildcard'],
      ['GET', '/v1/settings/notifications', 'unmapped'],
      ['GET', '/v1/nowhere', 'unmapped'],
      ['GET', '/v1/admin/anything', 'admin'],
      ['GET', '/v1/sandbox/clock', 'wildcard'],
      ['PUT', '/v1/queues', 'posts:write'],
      ['POST', '/v1/batch', 'posts:write'],
      ['POST', '/v1/uploads/avatar-url', 'media:write'],
      ['GET', '/v1/approval-queue/items', 'queues:read'],
      ['POST', '/v1/calendar/posts', 'schedule:write'],
      ['GET', '/v1/health', 'public'],
      ['GET', '/v1/posts?status=x', 'posts:read'],
      ['GET', '/V1/Posts', 'posts:read'],
      ['GET', '/v1//admin/x', 'admin'],
      ['GET', '/v1/postscript', 'unmapped'],
      ['GET', '/v1/posts/:postId/comments', 'inbox:read'],
    ];
    for (const [method, path, expected] of table) expect(asks(method, path), `${method} ${path}`).to.equal(expected);
  });

  it('let analytics:read read analytics too, but refresh nothing', () => {
    expect(grants(['analytics:read'], requiredScope('GET', '/v1/analytics/overview'))).to.equal(true);
    expect(grants(['analytics:read'], requiredScope('POST', `/v1/analytics/posts/${id}/refresh`))).to.equal(false);
  });

  it('are granted by exactly the named scope or the wildcard; write does not imply read', () => {
    expect(grants(['posts:write'], requiredScope('GET', '/v1/posts'))).to.equal(false);
    expect(grants(['posts:read'], requiredScope('GET', '/v1/posts'))).to.equal(true);
    expect(grants(['*'], requiredScope('GET', '/v1/posts'))).to.equal(true);
    expect(grants([], requiredScope('GET', '/v1/posts'))).to.equal(false);
    expect(grants([], requiredScope('GET', '/v1/health'))).to.equal(true);
  });

  it('keep keys out where they have no business, with the right code', () => {
    const refused = (scopes: string[], method: string, path: string) => {
      const error = refusal(() => requireGrant(scopes, requiredScope(method, path)));
      return [statusOf(error), error.code, error.message];
    };
    const unmapped = [403, 'AUTHORIZATION_ERROR', 'This route is not accessible with this API key'];
    expect(refused(['posts:read'], 'GET', '/v1/subscription/ai-usage')).to.deep.equal(unmapped);
    expect(refused(['*'], 'GET', '/v1/admin/users')).to.deep.equal(unmapped);
    expect(refused(['*'], 'POST', `/v1/workspaces/${id}/invitations`).slice(0, 2)).to.deep.equal([
      403,
      'AUTHORIZATION_ERROR',
    ]);
    expect(refused(['*'], 'POST', '/v1/bulk-generate').slice(0, 2)).to.deep.equal([401, 'UNAUTHORIZED']);
    expect(refused(['*'], 'POST', '/v1/platforms').slice(0, 2)).to.deep.equal([403, 'AUTHORIZATION_ERROR']);
    expect(refused(['posts:read'], 'POST', '/v1/posts').slice(0, 2)).to.deep.equal([403, 'AUTHORIZATION_ERROR']);
    expect(() => requireGrant(['*'], requiredScope('GET', '/v1/subscription/ai-usage'))).not.to.throw();
    expect(() => requireGrant(['*'], requiredScope('POST', '/v1/sandbox/faults'))).not.to.throw();
  });

  it('never let a key into what the wildcard cannot enter', () => {
    const path = fc
      .array(
        fc.oneof(
          fc.constantFrom('v1', 'posts', 'admin', 'users', 'workspaces', 'api-keys', 'sandbox', 'analytics', id),
          fc.string(),
        ),
        { maxLength: 6 },
      )
      .map((parts) => `/${parts.join('/')}`);
    fc.assert(
      fc.property(fc.constantFrom(...methods), path, fc.subarray([...namedScopes]), (method, at, scopes) => {
        const required = requiredScope(method, at);
        if (grants(scopes, required)) expect(grants(['*'], required)).to.equal(true);
      }),
    );
  });

  it('are validated at key creation', () => {
    expect(validateScopes(['posts:read', 'posts:write', 'posts:read'])).to.deep.equal(['posts:read', 'posts:write']);
    expect(validateScopes(['*'])).to.deep.equal(['*']);
    for (const wrong of [
      [],
      ['*', 'posts:read'],
      ['posts'],
      ['analytics:write'],
      ['POSTS:READ'],
      ['posts:read', 'x:y'],
    ])
      expect(refusal(() => validateScopes(wrong)).code, wrong.join()).to.equal('VALIDATION_ERROR');
  });

  it('open to an application that acts for a person what its scopes say, and no route of sessions but the comments', () => {
    const passes = (scopes: readonly string[], method: string, path: string): boolean => {
      try {
        requireApplicationGrant(scopes, requiredScope(method, path));
        return true;
      } catch {
        return false;
      }
    };
    expect(passes(['inbox:read'], 'GET', '/v1/inbox/comments')).to.equal(true);
    expect(passes(['inbox:read'], 'POST', `/v1/inbox/comments/${id}/reply`)).to.equal(false);
    expect(passes(['posts:read'], 'GET', '/v1/inbox/comments')).to.equal(false);
    const every = [...namedScopes];
    for (const [method, path] of [
      ['POST', `/v1/workspaces/${id}/api-keys`],
      ['GET', `/v1/workspaces/${id}/api-keys`],
      ['GET', '/v1/users/me'],
      ['DELETE', `/v1/workspaces/${id}/members/${id}`],
      ['GET', '/v1/admin/users'],
      ['POST', '/v1/sandbox/members'],
      ['GET', '/v1/settings/notifications'],
    ] as const)
      expect(passes(every, method, path), path).to.equal(false);
  });
});
