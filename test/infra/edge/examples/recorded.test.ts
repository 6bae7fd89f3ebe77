import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { DeliveredType } from '../../../../domain/webhooks/event-types.ts';
import { formatted } from '../../../../infra/cli/formatted.ts';
import { examples, type Example } from '../../../../infra/edge/http/openapi/examples.ts';
import { expectSameNames } from '../../../support/same-names.ts';
import { useRunningService } from '../../../support/running-service.ts';
import { complaintsOfAnswer } from './described.ts';
import { homeIn } from './home.ts';
import { Plain } from './plain.ts';
import { makeEveryDelivery, recordDeliveries } from './record-deliveries.ts';
import { recordExamples } from './record.ts';
import { shapeOf } from './shape-of.ts';
import { written } from './written.ts';

const file = new URL('../../../../infra/edge/http/openapi/examples.json', import.meta.url);
/** `npm run examples` keeps what this test records, instead of comparing it. */
const keeps = process.env['EXAMPLES'] === 'keep';

type All = { operations: Record<string, Example>; webhooks: Record<string, unknown> };

const withWritten = (recorded: ReadonlyMap<string, Example>): Record<string, Example> => {
  const all = new Map(recorded);
  for (const [id, { request, status, response }] of Object.entries(written)) {
    const body = 'like' in response ? recorded.get(String(response.like))?.response : response;
    all.set(id, { request, status, response: body });
  }
  return Object.fromEntries([...all].sort(([one], [other]) => (one < other ? -1 : 1)));
};

const keep = async (all: All): Promise<void> =>
  writeFile(file, await formatted(JSON.stringify(all), fileURLToPath(file)));

describe('the examples of the OpenAPI document', function () {
  this.timeout(600_000);
  const service = useRunningService();

  it('are what is sent and answered', async () => {
    const plain = new Plain(Date.now());
    const home = await homeIn(service());
    for (const [platform, id] of Object.entries(home.accounts)) plain.name(id, platform);
    plain.name(home.workspaceId, 'workspace');
    const { recorded, refused } = await recordExamples(home);
    expect(refused, 'say in bodies.ts or situations.ts what it is asked with').to.deep.equal([]);
    await makeEveryDelivery(home);
    const deliveries = await recordDeliveries(service());
    const all: All = { operations: {}, webhooks: {} };
    for (const [id, one] of Object.entries(withWritten(recorded))) all.operations[id] = plain.of(one);
    for (const type of DeliveredType.options) {
      const { response } = plain.of({ request: {}, status: 200, response: deliveries.get(type) });
      if (response !== undefined) all.webhooks[type] = response;
    }
    expectSameNames(Object.keys(all.webhooks), DeliveredType.options, {
      missing: 'make it happen in record-deliveries.ts',
      surplus: 'it is sent no more',
    });
    if (keeps) return keep(all);
    const held = JSON.parse(await readFile(file, 'utf8')) as All;
    const wrong = Object.entries(all.operations)
      .map(([id, { response }]) => `${id}: ${complaintsOfAnswer(id, response)}`)
      .filter((says) => !says.endsWith(': '));
    expect(wrong).to.deep.equal([]);
    const aged = Object.entries(all.operations).filter(([id, one]) => {
      const other: Example | undefined = held.operations[id];
      return !other || one.status !== other.status || shapeOf(one) !== shapeOf(other);
    });
    expect(
      aged.map(([id]) => id),
      'run `npm run examples`',
    ).to.deep.equal([]);
    expect(Object.keys(held.operations).sort()).to.deep.equal(Object.keys(all.operations).sort());
    expect(Object.keys(examples.webhooks).sort()).to.deep.equal(Object.keys(all.webhooks).sort());
  });
});
