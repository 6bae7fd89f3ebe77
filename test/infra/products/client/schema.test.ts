import { expect } from 'chai';
import { heldClientSchema, makeClientSchema } from '../../edge/endpoints/client-schema.ts';

describe("the client's types", () => {
  it('are those of the endpoints (npm run client writes them anew)', async function () {
    this.timeout(120_000);
    const [held, made] = [await heldClientSchema(), await makeClientSchema()];
    // Compared line by line: a difference of two long texts would say nothing.
    const [old, fresh] = [held.split('\n'), made.split('\n')];
    const at = fresh.findIndex((line, index) => line !== old[index]);
    expect(at < 0 ? [] : [`line ${at + 1}`, old[at], fresh[at]]).to.deep.equal([]);
    expect(old.length).to.equal(fresh.length);
  });
});
