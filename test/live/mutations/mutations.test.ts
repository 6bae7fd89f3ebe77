import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { platformRules } from '../../../domain/content/platform-rules.ts';
import { platforms, type Platform } from '../../../domain/platforms/platform.ts';
import { platformAdapters } from '../../../infra/outside/platforms/all.ts';
import { realHosts } from '../../../infra/outside/platforms/hosts.ts';
import { platformHttp } from '../../../infra/outside/platforms/http.ts';
import { opened } from '../../support/opened.ts';
import { checkOf } from '../checks/table.ts';
import { deeds } from '../engine/contract.ts';
import { liveRun } from '../run/live-run.ts';
import { uploadedMedia, type MediaOf } from '../run/media.ts';
import { patience } from '../run/patience.ts';
import { livePlatforms, scenarios } from '../run/scenarios.ts';
import { paidWorkspace, type LiveWorkspace } from '../run/workspace.ts';
import { LiveService } from '../service/live-service.ts';
import type { Deeds } from './mutation.ts';
import { mutations } from './mutations.ts';

/** The inbox has mentions of these (core reference: GET /v1/inbox/mentions). */
const withMentions: readonly Platform[] = ['FACEBOOK', 'INSTAGRAM'];

const project = path.resolve(import.meta.dirname, '../../..');
const isWhole = process.env['LIVE_MUTATIONS'] === 'whole';

const occurrences = (text: string, part: string): number => text.split(part).length - 1;

describe('mutations of what goes to and comes from the platforms', () => {
  it('are kept for every platform, and each changes one place', () => {
    expect([...new Set(mutations.map(({ platform }) => platform))].sort()).to.deep.equal([...platforms].sort());
    expect(new Set(mutations.map(({ platform, id }) => `${platform} ${id}`)).size).to.equal(mutations.length);
    for (const { id, file, code, part } of mutations) {
      expect(occurrences(readFileSync(path.join(project, file), 'utf8'), code), `${id}: the code in the file`).to.equal(
        1,
      );
      expect(occurrences(code, part), `${id}: the part in the code`).to.be.greaterThan(0);
    }
  });

  it('are kept for every operation, kind of post and answer that a platform has', () => {
    const tools = { http: platformHttp(), hosts: realHosts(), apps: {} };
    for (const [platform, { community }] of platformAdapters(tools)) {
      const { contentTypes } = platformRules[platform];
      const offered: readonly Deeds[] = [
        ...deeds.filter((deed) => !('absent' in checkOf(platform, deed))),
        ...(contentTypes.includes('THREAD') ? (['thread'] as const) : []),
        ...(contentTypes.includes('CAROUSEL') ? (['carousel'] as const) : []),
        ...(community.privateReply ? (['private reply'] as const) : []),
        ...(withMentions.includes(platform) ? (['mention'] as const) : []),
      ];
      const kept = new Set(mutations.flatMap((each) => (each.platform === platform ? [each.deed] : [])));
      expect(
        offered.filter((deed) => !kept.has(deed)),
        `what no mutation of ${platform} changes`,
      ).to.deep.equal([]);
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

    /** How the live run of a platform fails with some mutations on; undefined where it does not. */
    const failure = async (platform: Platform, ...changed: readonly string[]): Promise<unknown> => {
      const { live, workspace, media } = started();
      const unchanged = patience.ms;
      await live.turnOn(changed);
      try {
        if (changed.length > 0) patience.ms = 15_000;
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
        it(`${mutation.platform} ${mutation.deed}: ${mutation.id}`, async () => {
          expect(
            await failure(mutation.platform, mutation.id),
            'the live run goes on as if nothing were wrong',
          ).to.be.instanceOf(Error);
        });

    // A mutation that breaks the service while it is off would count as found.
    if (isWhole)
      for (const platform of platforms)
        it(`but not that of ${platform} where nothing is changed`, async () => {
          expect(await failure(platform)).to.equal(undefined);
        });
  });
});
