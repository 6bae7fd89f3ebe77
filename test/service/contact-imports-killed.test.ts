import { expect } from 'chai';
import { until } from '../support/until.ts';
import type { Client } from '../support/service-client.ts';
import { useServiceProcess } from '../support/use-service-process.ts';

const people = 3_000;

type Import = Readonly<{ id: string; status: string; done: number; created: number; updated: number; failed: number }>;
type Page = Readonly<{ contacts: readonly Readonly<{ platformId: string }>[]; total: number }>;

/** The platforms' ids of all contacts, page by page. */
const platformIds = async (client: Client): Promise<string[]> => {
  const all: string[] = [];
  for (let page = 1; ; page++) {
    const { contacts, total } = await client.expect<Page>(200, 'GET', `/contacts?limit=100&page=${page}`);
    all.push(...contacts.map(({ platformId }) => platformId));
    if (all.length >= total || contacts.length === 0) return all.sort();
  }
};

describe('an import of a service that is killed in its middle', function () {
  this.timeout(120_000);
  const service = useServiceProcess();

  it('makes every contact once, and counts it once', async () => {
    const client = await service().workspace([]);
    const wanted = Array.from({ length: people }, (_, n) => `person-${n}`);
    const csv = ['platform,platformId', ...wanted.map((id) => `facebook,${id}`), 'facebook,'].join('\n');
    const { id } = await client.expect<Import>(202, 'POST', '/contacts/imports', { csv });
    const look = () => client.expect<Import>(200, 'GET', `/contacts/imports/${id}`);
    await until('a part is done', async () => (await look()).done > people / 4, 30_000);
    await service().kill();
    await service().start();
    console.log(`      ${(await look()).done} of ${people} were done when it was started again`);
    await until('the import has ended', async () => (await look()).status === 'COMPLETED', 60_000);
    expect(await look()).to.include({ done: people + 1, created: people, updated: 0, failed: 1 });
    expect(await platformIds(client)).to.deep.equal(wanted.sort());
  });
});
