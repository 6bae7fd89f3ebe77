import { expect } from 'chai';
import { namedScopes } from '../../../../domain/access/scope-table.ts';
import { scopeWords } from '../../../../infra/edge/identity/scope-words.ts';
import { connectorScopes, scopeOfCall } from '../../../../infra/edge/mcp/connector-scopes.ts';

describe('the scopes of programs that connect to the tools', () => {
  it('are scopes of the API that the tools need, each in words', () => {
    expect(namedScopes).to.include.members([...connectorScopes]);
    expect(Object.keys(scopeWords)).to.have.members([...connectorScopes]);
  });

  it('open nothing that makes or changes credentials', () => {
    for (const resource of ['api-keys', 'workspaces', 'billing', 'webhooks', 'users'])
      expect(connectorScopes.filter((scope) => scope.startsWith(`${resource}:`))).to.deep.equal([]);
  });

  it('are those of the inbox where an API key has none', () => {
    expect(scopeOfCall('GET /v1/inbox/comments')).to.equal('inbox:read');
    expect(scopeOfCall('POST /v1/inbox/comments/:id/reply')).to.equal('inbox:write');
    expect(scopeOfCall('POST /v1/workspaces/:id/api-keys')).to.equal(undefined);
    expect(scopeOfCall('DELETE /v1/users/me')).to.equal(undefined);
  });
});
