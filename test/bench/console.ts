import axe, { type AxeResults } from 'axe-core';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../browser/browser.ts';
import { ServiceProcess } from '../support/service-process.ts';

const places = ['posts', 'compose', 'calendar', 'inbox', 'overview'] as const;

/** As Lighthouse measures a telephone: a slow mobile network, and a processor of a quarter of the speed. */
const telephone = { latency: 150, throughput: (1.6 * 1024 * 1024) / 8, slowdown: 4, width: 412, height: 823 };

/** Notes from the first moment on what the browser says of painting, moving and long tasks. */
const observe = `
  globalThis.seen = { lcp: 0, cls: 0, tbt: 0 };
  const on = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  on('largest-contentful-paint', ({ startTime }) => (seen.lcp = startTime));
  on('layout-shift', ({ value, hadRecentInput }) => (seen.cls += hadRecentInput ? 0 : value));
  on('longtask', ({ duration }) => (seen.tbt += Math.max(0, duration - 50)));
`;

type Seen = Readonly<{ fcp: number; lcp: number; cls: number; tbt: number; kilobytes: number; faults: number }>;

const look = async (browser: Browser, origin: string, token: string, place: string): Promise<Seen> => {
  const context = await browser.newContext({ viewport: { width: telephone.width, height: telephone.height } });
  const page = await context.newPage();
  const protocol = await context.newCDPSession(page);
  const { latency, throughput, slowdown } = telephone;
  await protocol.send('Network.enable');
  await protocol.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput / 2,
  });
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  let bytes = 0;
  protocol.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.addInitScript(`sessionStorage.setItem('console.token', ${JSON.stringify(token)}); ${observe}`);
  await page.goto(`${origin}/console#/${place}`);
  await page.locator('main h2').waitFor();
  await page.getByText('Looking …').first().waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
  const painted = await page.evaluate<Omit<Seen, 'kilobytes' | 'faults'>>(
    `({ ...seen, fcp: performance.getEntriesByName('first-contentful-paint')[0].startTime })`,
  );
  const kilobytes = bytes / 1024;
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>('axe.run()');
  await context.close();
  return { ...painted, kilobytes, faults: violations.length };
};

const rounded = ({ fcp, lcp, cls, tbt, kilobytes, faults }: Seen) => ({
  'first paint, ms': Math.round(fcp),
  'largest paint, ms': Math.round(lcp),
  'layout shift': Number(cls.toFixed(3)),
  'blocked, ms': Math.round(tbt),
  'loaded, KB': Math.round(kilobytes),
  'faults of access': faults,
});

/** What a person with a middling telephone on a slow network waits for, by page, and the faults that axe finds there. */
export default async function run(): Promise<void> {
  const service = await ServiceProcess.start('npm');
  const browser = await openBrowser();
  try {
    const { baseUrl, sessionToken } = service.connection;
    const figures: Record<string, ReturnType<typeof rounded>> = {};
    for (const place of places)
      figures[place] = rounded(await look(browser, new URL(baseUrl).origin, sessionToken, place));
    console.table(figures);
    console.log(JSON.stringify({ bench: 'console', ratios: {}, figures }));
  } finally {
    await browser.close();
    await service.dispose();
  }
}
