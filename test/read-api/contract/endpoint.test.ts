import { expect } from 'chai';
import { z } from 'zod';
import { readEndpoint } from '../../../read-api/kernel/endpoint.ts';

const about = { method: 'GET', path: '/v1/notes', id: 'listNotes', summary: 'Notes' } as const;
const reply = z.object({ notes: z.array(z.string()), next: z.string().nullable() });

/** The compiler is the test: `npm run typecheck` fails where an expected error is missing. */
describe('the body of an endpoint', () => {
  it('is what its reply schema describes; read-only lists fit', async () => {
    const notes: readonly string[] = ['a'];
    const endpoint = readEndpoint({ ...about, reply, run: async () => ({ body: { notes, next: null } }) });
    expect(await endpoint.run({} as never, {} as never)).to.deep.equal({ body: { notes, next: null } });
  });

  it('may not lack a field, have another type, or be missing', () => {
    // @ts-expect-error `next` is missing.
    readEndpoint({ ...about, reply, run: async () => ({ body: { notes: [] } }) });
    // @ts-expect-error `next` is a number.
    readEndpoint({ ...about, reply, run: async () => ({ body: { notes: [], next: 1 } }) });
    // @ts-expect-error There is no body.
    readEndpoint({ ...about, reply, run: async () => ({ status: 200 }) });
  });

  it('may not be there without a schema', () => {
    // @ts-expect-error No schema describes this body.
    readEndpoint({ ...about, run: async () => ({ body: { notes: [] } }) });
  });
});
