import { expect } from 'chai';
import { refusalOf, type Person } from '../../../../infra/edge/console/app/rights.ts';

const as = (role: Person['role'], isOperator = false): Person => ({ role, isOperator });

describe('what the console offers by role', () => {
  it('offers what the table of scopes allows the role', () => {
    expect(refusalOf('POST /v1/posts/{id}/publish', as('EDITOR'))).to.equal(undefined);
    expect(refusalOf('POST /v1/posts/{id}/publish', as('VIEWER'))).to.equal(
      'Your role here is viewer. This takes the role editor.',
    );
  });

  it('knows the parts of a group that take more than the rest of it', () => {
    expect(refusalOf('PATCH /v1/posts/{id}', as('EDITOR'))).to.equal(undefined);
    expect(refusalOf('POST /v1/calendar/posts/{id}/approve', as('EDITOR'))).to.include('the role admin');
    expect(refusalOf('POST /v1/workspaces/{id}/api-keys', as('MEMBER'))).to.include('the role admin');
  });

  it('offers reading, and what a person does for themselves, to every role', () => {
    for (const call of ['GET /v1/posts', 'POST /v1/users/me/passkeys', 'DELETE /v1/users/me/sessions'] as const)
      expect(refusalOf(call, as('VIEWER')), call).to.equal(undefined);
  });

  it('offers the operation of the service to operators, whatever their role', () => {
    expect(refusalOf('POST /v1/admin/read-models/{name}/rebuild', as('OWNER'))).to.equal(
      'Operators of the service do this.',
    );
    expect(refusalOf('POST /v1/admin/read-models/{name}/rebuild', as('VIEWER', true))).to.equal(undefined);
  });
});
