import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { groups } from '../../infra/edge/console/app/places.ts';
import { useConsole } from './console-page.ts';
import { looksOf } from './console-routes.ts';
import { lookAt } from './look-at.ts';
import { faultsOfAccess } from './page-faults.ts';

const pictures = path.resolve(import.meta.dirname, '../../test-output/console-bare');
const sights = [
  { width: 360, colorScheme: 'dark' },
  { width: 1600, colorScheme: 'light' },
] as const;

/** Pages that only operators have, which is the same in every workspace, and the page of an invitation. */
const ofInstallation = ['machinery', 'events', 'residents', 'installation'];

describe('the console of a workspace with nothing in it, and of refusals, in a browser', function () {
  this.timeout(90_000);
  const site = useConsole();
  let page: Page;

  before(async () => {
    mkdirSync(pictures, { recursive: true });
    const { sessionToken } = await site.service().workspace('free', false);
    page = await site.asPerson(sessionToken);
  });

  const looked = async (name: string): Promise<void> => {
    await page.locator('main h2, main .problem:not(:empty)').first().waitFor();
    await page.getByText('Looking …').first().waitFor({ state: 'detached' });
    for (const sight of sights) await lookAt(page, sight, { folder: pictures, name });
    expect(await faultsOfAccess(page), name).to.deep.equal([]);
  };

  const places = Object.values(groups)
    .flatMap((of) => Object.keys(of))
    .filter((place) => !ofInstallation.includes(place));

  it('shows every page of the menu without content', async () => {
    for (const place of places) {
      await site.open(place, page);
      await looked(`empty-${place}`);
    }
  });

  it('says in the page of a thing that it is not there, instead of waiting', async () => {
    const absent = looksOf(new Proxy({} as Parameters<typeof looksOf>[0], { get: () => `c${'0'.repeat(24)}` }));
    for (const [route, of] of Object.entries(absent).filter(([each]) => each.includes('/:'))) {
      const [look] = of;
      if (look === undefined || route.startsWith('/events') || route.startsWith('/requests')) continue;
      await site.open(look.address, page);
      await page.locator('main :is(.problem:not(:empty), .empty)').first().waitFor();
      await looked(`absent-${look.name}`);
    }
  });

  it('says in every page of the menu that the service refuses, instead of waiting', async () => {
    await page.route(
      (url) => url.pathname.startsWith('/v1/') && url.pathname !== '/v1/users/me',
      (route) =>
        route.fulfill({
          status: 409,
          json: { error: { code: 'CONFLICT', message: 'The service cannot say this now.' } },
        }),
    );
    for (const place of places) {
      await page.goto(`${site.origin}/console?fault#/${place}`);
      await site.open(place, page);
      await page.getByText('The service cannot say this now.').first().waitFor();
      await looked(`fault-${place}`);
    }
    await page.unrouteAll();
  });
});
