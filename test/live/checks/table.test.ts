import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { platformRules } from '../../../domain/content/platform-rules.ts';
import { platforms, type ContentType, type Platform } from '../../../domain/platforms/platform.ts';
import { formatted } from '../../../infra/cli/formatted.ts';
import { platformAdapters } from '../../../infra/outside/platforms/all.ts';
import { realHosts } from '../../../infra/outside/platforms/hosts.ts';
import { platformHttp } from '../../../infra/outside/platforms/http.ts';
import { deeds } from '../engine/contract.ts';
import { livePlatforms, scenarios } from '../run/scenarios.ts';
import { checkOf, checksPage, isWithoutCall } from './table.ts';

const page = path.resolve(import.meta.dirname, '../../../docs/platform-checks.md');

/** Kinds that go out by the same calls as a published one: films. Google refuses films (infra/outside/platforms/google-business). */
const alike: Readonly<Partial<Record<Platform, readonly ContentType[]>>> = {
  INSTAGRAM: ['VIDEO'],
  TIKTOK: ['REEL'],
  YOUTUBE: ['REEL'],
  SNAPCHAT: ['REEL'],
  GOOGLE_BUSINESS: ['VIDEO'],
};

describe('the table of what each platform is checked by', () => {
  it('is the one in the documentation', async () => {
    const wanted = await formatted(checksPage(), page);
    expect(readFileSync(page, 'utf8'), 'npm run checks generates it').to.equal(wanted);
  });

  it('has a check or a reason in every cell', () => {
    for (const platform of platforms)
      for (const deed of deeds) {
        const check = checkOf(platform, deed);
        if (!('absent' in check)) expect(check.by, `${platform} ${deed}`).not.to.deep.equal([]);
      }
  });

  it('says that a platform has no such call only where its adapter makes none', () => {
    const tools = { http: platformHttp(), hosts: realHosts(), apps: {} };
    for (const [platform, { community }] of platformAdapters(tools)) {
      const made = {
        comment: community.reply,
        message: community.message,
        insights: community.postMetrics ?? community.accountMetrics,
      };
      for (const deed of ['comment', 'message', 'insights'] as const)
        if (isWithoutCall(platform, deed)) expect(made[deed], `${platform} ${deed}`).to.equal(undefined);
    }
  });

  it('comes with a run that publishes every kind of post that a platform has', () => {
    for (const platform of platforms) {
      const published = scenarios.flatMap((each) => (each.platform === platform ? each.posts : []));
      const kinds = new Set<string>([...published.map(({ kind }) => kind), ...(alike[platform] ?? [])]);
      for (const kind of platformRules[platform].contentTypes)
        expect(kinds.has(kind), `${platform} ${kind}`).to.equal(true);
    }
  });

  it('is of every platform, each with a source for every operation, and each of them is run', () => {
    expect(livePlatforms.map(({ contract }) => contract.platform).sort()).to.deep.equal([...platforms].sort());
    expect([...new Set(scenarios.map(({ platform }) => platform))].sort()).to.deep.equal([...platforms].sort());
    for (const { contract } of livePlatforms)
      if (contract.reports)
        expect(
          scenarios.some(({ platform, reports }) => platform === contract.platform && reports),
          `reports of ${contract.platform}`,
        ).to.equal(true);
    for (const { contract, behaviours } of livePlatforms)
      for (const [name, { source }] of Object.entries(contract.operations)) {
        expect(source, `${contract.platform} ${name}`).to.match(/\S{4}/);
        expect(behaviours, `${contract.platform} ${name}`).to.have.property(name);
      }
  });
});
