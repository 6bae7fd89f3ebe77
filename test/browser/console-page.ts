import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { useRunningService } from '../support/running-service.ts';
import { openBrowser } from './browser.ts';
import { isOfBusyMachine } from './busy-machine.ts';

const pictures = path.resolve(import.meta.dirname, '../../test-output');

/**
 * The console of a running service in a browser, as the owner of the demo workspace and as others see it. A fault of
 * a page fails the suite; a refusal that a page shows is none.
 */
export const useConsole = (settings: Readonly<Record<string, string>> = {}) => {
  const service = useRunningService(settings);
  const complaints: string[] = [];
  let browser: Browser;
  let page: Page;
  let origin: string;

  const asPerson = async (token: string): Promise<Page> => {
    const context = await browser.newContext({
      timezoneId: 'Europe/Berlin',
      colorScheme: 'light',
      acceptDownloads: true,
    });
    const theirs = await context.newPage();
    await theirs.addInitScript(`sessionStorage.setItem('console.token', ${JSON.stringify(token)})`);
    theirs.on('pageerror', (fault) => complaints.push(String(fault)));
    theirs.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('status of 4') && !isOfBusyMachine(message))
        complaints.push(`${message.text()} ${message.location().url}`);
    });
    return theirs;
  };
  const picture = (name: string, { fullPage = true }: Readonly<{ fullPage?: boolean }> = {}) =>
    page.screenshot({ path: path.join(pictures, `${name}.png`), fullPage });

  before(async () => {
    mkdirSync(pictures, { recursive: true });
    browser = await openBrowser();
    origin = new URL(service().demo.baseUrl).origin;
    page = await asPerson(service().demo.sessionToken);
  });
  after(() => browser?.close());
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await picture(`failure-${this.currentTest.title.slice(0, 24)}`);
    else expect(complaints).to.deep.equal([]);
  });

  return {
    service,
    asPerson,
    picture,
    get page(): Page {
      return page;
    },
    get origin(): string {
      return origin;
    },
    /** The answer to a request with the key of the workspace, or with another token. */
    send: async (line: string, body?: unknown, token = service().demo.apiKey) => {
      const answer = await service().ask(token, line, body);
      expect(answer.status, `${line} ${JSON.stringify(answer.body)}`).to.be.below(300);
      return answer.body;
    },
    open: async (place: string, by = page): Promise<void> => {
      await by.goto(`${origin}/console#/${place}`);
    },
  };
};

/** The owner in a browser of their own: what a fault of the connection or the service writes into its log is no fault of the page. */
export const usePageAmidFaults = (site: ReturnType<typeof useConsole>): (() => Page) => {
  let page: Page;
  beforeEach(async () => {
    const context = await site.page.context().browser()?.newContext();
    if (context === undefined) throw new Error('the browser is gone');
    page = await context.newPage();
    const token = JSON.stringify(site.service().demo.sessionToken);
    await page.addInitScript(`sessionStorage.setItem('console.token', ${token})`);
  });
  afterEach(() => page.context().close());
  return () => page;
};
