import { expect } from 'chai';
import { findMutation, foundBefore } from './find-mutation.ts';
import { mutations } from './mutations.ts';
import { runSeeds } from './run-seeds.ts';
import { simulate } from './simulate.ts';

/** Runs of the first test; `npm run simulate -- --seeds N` runs as many as there is time for. */
const seeds = Number(process.env['SIMULATE_SEEDS'] ?? 2_000);
describe('the simulated service', function () {
  this.timeout(Math.max(180_000, seeds * 200));

  it(`keeps every promise through ${seeds} runs of crashes, lost answers and changed minds`, async () => {
    const { failures, coverage, ...figures } = await runSeeds({ seeds, enough: 1 });
    console.log(`${coverage.table()}\n${JSON.stringify(figures)}`);
    const [failure] = failures;
    if (failure) {
      const { trace } = await simulate(failure.seed, { traced: true });
      const again = `npm run simulate -- --seed ${failure.seed}`;
      expect(failure.violations, `seed ${failure.seed}, again with: ${again}\n${trace.join('\n')}`).to.be.empty;
    }
    expect(figures.seeds).to.equal(seeds);
  });

  it('runs a seed the same way every time, with or without a trace', async () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const [first, second] = [await simulate(seed, { traced: true }), await simulate(seed, { traced: true })];
      expect(second.trace, `seed ${seed}`).to.deep.equal(first.trace);
      const { trace: _, ...untold } = await simulate(seed);
      const { trace: _trace, ...reported } = first;
      expect(untold, `seed ${seed}`).to.deep.equal(reported);
    }
  });

  it('runs a seed the same way in every process', async () => {
    const { coverage: there } = await runSeeds({ seeds: 40, processes: 2, stretch: 20 });
    const { coverage: here } = await runSeeds({ seeds: 40, processes: 1 });
    expect(there.toJSON()).to.deep.equal(here.toJSON());
  });

  for (const name of Object.keys(mutations)) {
    it(`finds a service that ${name.replaceAll('-', ' ')}, and finds it again by its seed`, async () => {
      const found = await findMutation(name);
      expect(found, 'found').to.exist;
      if (!found) return;
      const before = foundBefore(name);
      if (found.seed !== before)
        console.log(
          `seed ${found.seed} finds it, and ${before} does not: npm run simulate -- --find keeps what finds it`,
        );
      const again = await runSeeds({ first: found.seed, seeds: 1, mutation: name });
      expect(again.failures).to.deep.equal([found]);
    });
  }
});
