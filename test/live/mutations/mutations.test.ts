import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { platforms } from '../../../domain/platforms/platform.ts';
import { opened } from '../../support/opened.ts';
import { liveRun } from '../run/live-run.ts';
import { uploadedMedia, type MediaOf } from '../run/media.ts';
import { patience } from '../run/patience.ts';
import { livePlatforms, scenarios } from '../run/scenarios.ts';
import { paidWorkspace, type LiveWorkspace } from '../run/workspace.ts';
import { LiveService } from '../service/live-service.ts';
import { mutations, type Mutation } from './mutations.ts';

const project = path.resolve(import.meta.dirname, '../../..');
const isWhole = process.env['LIVE_MUTATIONS'] === 'whole';

const occurrences = (text: string, part: string): number => text.split(part).length - 1;

describe('mutations of what goes to and comes from the platforms', () => {
  it('are kept for every platform, and each changes one place', () => {
    expect([...new Set(mutations.map(({ platform }) => platform))].sort()).to.deep.equal([...platforms].sort());
    expect(new Set(mutations.map(({ id }) => id)).size).to.equal(mutations.length);
    for (const { id, file, code, part } of mutations) {
      expect(occurrences(readFileSync(path.join(project, file), 'utf8'), code), `${id}: the code in the file`).to.equal(
        1,
      );
      expect(occurrences(code, part), `${id}: the part in the code`).to.be.greaterThan(0);
    }
  });

  describe('fail the live run of their platform', function () {
    this.timeout(120_000);
    type Started = Readonly<{ live: LiveService; workspace: LiveWorkspace; media: MediaOf }>;
    const started = opened(
      async (): Promise<Started> => {
        const live = new LiveService({
          platforms: livePlatforms,
          imports: [path.join(import.meta.dirname, 'register.ts')],
        });
        try {
          await live.start();
          return { live, workspace: await paidWorkspace(live, 'mutated'), media: uploadedMedia(live) };
        } catch (error) {
          await live.stop();
          throw error;
        }
      },
      ({ live }) => live.stop(),
      300_000,
    );

    const failure = async ({ platform, id }: Mutation): Promise<unknown> => {
      const { live, workspace, media } = started();
      const unchanged = patience.ms;
      await live.turnOn([id]);
      try {
        patience.ms = 15_000;
        for (const scenario of scenarios)
          if (scenario.platform === platform) await liveRun(live, workspace, scenario, media);
        return undefined;
      } catch (error) {
        return error;
      } finally {
        patience.ms = unchanged;
        await live.turnOn([]);
        for (const { id: account } of (await workspace.expected(200, 'GET /accounts'))['accounts'] as { id: string }[])
          await workspace.ask(`DELETE /accounts/${account}`);
      }
    };

    const firsts = platforms.map((platform) => mutations.find((each) => each.platform === platform));
    for (const mutation of isWhole ? mutations : firsts)
      if (mutation)
        it(mutation.id, async () => {
          expect(await failure(mutation), 'the live run goes on as if nothing were wrong').to.be.instanceOf(Error);
        });
  });
});
