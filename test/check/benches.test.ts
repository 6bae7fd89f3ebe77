import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { aims, benchesWithAims, judged } from '../bench/aims.ts';
import { outcomeIn, spreadOf } from '../bench/figures.ts';
import { createAll } from '../bench/many-workspaces.ts';
import { patiently } from '../bench/patiently.ts';
import { judgedLoad } from '../bench/quiet.ts';
import type { Answer, Client } from '../support/service-client.ts';

/** A service that gives these answers, one after the other, and the keys that it was asked with. */
const answering = (...answers: readonly (readonly [status: number, body: unknown])[]) => {
  const keys: (string | undefined)[] = [];
  const call = async (_method: string, _path: string, _body?: unknown, headers: Record<string, string> = {}) => {
    keys.push(headers['idempotency-key']);
    const [status, body] = answers[Math.min(keys.length, answers.length) - 1] ?? [500, undefined];
    return { status, body, headers: new Headers() } as Answer;
  };
  return { client: { call } as unknown as Client, keys };
};

const caught = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing was refused',
    (error: unknown) => String(error),
  );

describe('the benches', () => {
  it('end at a refused request, and name it', async () => {
    const { client } = answering([400, { error: { code: 'VALIDATION_ERROR' } }]);
    expect(await caught(patiently(client, 200, 'POST', '/posts/bulk', {}))).to.include('POST /posts/bulk: 400');
    const { client: half } = answering([200, { results: [{ status: 'failed', error: { code: 'CONFLICT' } }] }]);
    expect(await caught(createAll(half, [{}]))).to.include('CONFLICT');
  });

  it('repeat a request that a busy machine could not take, under one key', async () => {
    const { client, keys } = answering([503, {}], [200, { results: [{ status: 'created', postId: 'p1' }] }]);
    expect(await createAll(client, [{}])).to.deep.equal(['p1']);
    expect(keys).to.have.length(2);
    expect(new Set(keys).size).to.equal(1);
  });

  it('compare nothing on a busy machine', () => {
    expect(judgedLoad(0.4, 2)).to.deep.equal({ isBusy: false, sentence: 'load average 0.40 on 2 cores' });
    expect(judgedLoad(1.4, 2).isBusy).to.equal(true);
    expect(judgedLoad(1.4, 2).sentence).to.include('cannot be compared');
  });

  it('print the median and the spread of several runs', () => {
    const printed = ['a table', '{"bench":"commands","ratios":{"throughput":0.4,"none":null},"figures":{}}', ''];
    const first = outcomeIn(printed.join('\n'));
    expect(first?.ratios).to.deep.equal({ throughput: 0.4, none: null });
    expect(outcomeIn('nothing')).to.equal(undefined);
    const ratios = [0.4, 0.9, 0.5].map((throughput) => ({ bench: 'commands', ratios: { throughput } }));
    expect(spreadOf(ratios)).to.deep.equal({ throughput: { median: 0.5, least: 0.4, most: 0.9, runs: 3 } });
    expect(spreadOf(ratios.slice(0, 2))['throughput']?.median).to.equal(0.65);
  });

  it('say which aims the medians reach', () => {
    const spreads = new Map(
      [
        { bench: 'commands', ratios: { throughput: 0.4, p99: 3 } },
        { bench: 'start', ratios: {}, measures: { readySeconds: 3.1 } },
      ].map((outcome) => [outcome.bench, spreadOf([outcome])]),
    );
    expect(Object.values(judged(spreads)).map(({ aim, median, reached }) => [aim, median, reached])).to.deep.equal([
      ['>= 0.7', 0.4, 'no'],
      ['<= 3', 3, 'yes'],
      ['<= 3', 3.1, 'no'],
    ]);
  });

  it('have their aims', () => {
    const folder = path.join(import.meta.dirname, '../bench');
    for (const bench of benchesWithAims) expect(existsSync(path.join(folder, `${bench}.ts`)), bench).to.equal(true);
    expect(new Set(aims.map(({ what }) => what)).size).to.equal(aims.length);
  });
});
