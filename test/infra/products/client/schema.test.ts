import { expect } from 'chai';
import { heldClientSchema, makeClientSchema } from '../../edge/endpoints/client-schema.ts';

describe("the client's types", () => {
  it('are those of the endpoints (npm run client writes them)', async function () {
    this.timeout(120_000);
    const [held, made] = [await heldClientSchema(), await makeClientSchema()];
    // Compared line by line, because the difference of two long texts cannot be read.
    const [old, fresh] = [held.split('\n'), made.split('\n')];
    const at = fresh.findIndex((line, index) => line !== old[index]);
    const remedy = 'infra/products/client/schema.d.ts is outdated: run npm run client';
    expect(at < 0 ? [] : [`line ${at + 1}`, old[at], fresh[at]], remedy).to.deep.equal([]);
    expect(old.length, remedy).to.equal(fresh.length);
  });
});
