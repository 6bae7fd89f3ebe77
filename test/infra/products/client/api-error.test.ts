import { expect } from 'chai';
import { ApiError, orThrow } from '../../../../infra/products/client/client.ts';
import { refusalStatus } from '../../../../read-api/contract/refusal-status.ts';

const thrown = (status: number, body: unknown): ApiError => {
  try {
    orThrow({ error: body, response: new Response(null, { status }) });
  } catch (fault) {
    return fault as ApiError;
  }
  throw new Error('nothing was thrown');
};

describe('the errors of the client', () => {
  it('have a class for the family of every code of the service', () => {
    for (const [code, status] of Object.entries({ ...refusalStatus, INTERNAL_ERROR: 500 })) {
      const error = thrown(status, { error: { code, message: 'No' } });
      expect(error, code).to.be.instanceOf(ApiError);
      expect(error.constructor, code).not.to.equal(ApiError);
      expect(error.code).to.equal(code);
    }
  });

  it('are an ApiError where a proxy answered', () => {
    const error = thrown(418, 'a teapot');
    expect([error.constructor, error.code, error.message]).to.deep.equal([
      ApiError,
      'UNKNOWN',
      'The service answered 418',
    ]);
  });
});
