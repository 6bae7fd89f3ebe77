import { expect } from 'chai';
import { mutations, type Mutation } from './mutations.ts';
import { simulate } from './simulate.ts';

/** Runs of the first test; `npm run simulate -- --seeds N` plays as many as there is time for. */
const seeds = Number(process.env['SIMULATE_SEEDS'] ?? 600);

describe('the simulated service', function () {
  this.timeout(Math.max(180_000, seeds * 500));

  it(`keeps every promise through ${seeds} runs of crashes, lost answers and changed minds`, async () => {
    for (let seed = 1; seed <= seeds; seed += 1) {
      const run = await simulate(seed);
      const again = `npm run simulate -- --seeds 1 --seed ${seed}`;
      expect(run.violations, `seed ${seed}, again with: ${again}\n${run.trace.join('\n')}`).to.be.empty;
    }
  });

  it('plays a seed the same way every time', async () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const [first, second] = [await simulate(seed), await simulate(seed)];
      expect(second.trace, `seed ${seed}`).to.deep.equal(first.trace);
    }
  });

  for (const [name, mutation] of Object.entries<Mutation>(mutations)) {
    it(`finds a service that ${name.replaceAll('-', ' ')}, and finds it again by its seed`, async () => {
      let seed = 1;
      let run = await simulate(seed, mutation);
      while (run.violations.length === 0 && seed < 300) run = await simulate((seed += 1), mutation);
      expect(run.violations, 'found in 300 seeds').not.to.be.empty;
      expect((await simulate(seed, mutation)).violations).to.deep.equal(run.violations);
    });
  }
});
