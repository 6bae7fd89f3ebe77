import { gzipSync } from 'node:zlib';
import type { Page, Request } from 'playwright-core';

/** Notes from the first moment on what the browser says of moving content and long tasks. */
export const observing = `
  globalThis.seen = { shift: 0, moved: [], blocked: 0 };
  const on = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  on('layout-shift', ({ value, hadRecentInput, sources }) => {
    if (hadRecentInput) return;
    seen.shift += value;
    const [{ node, previousRect, currentRect } = {}] = sources;
    const place = (rect) => rect && [rect.x, rect.y, rect.width, rect.height].map(Math.round).join(' ');
    const from = place(previousRect) + ' to ' + place(currentRect);
    seen.moved.push((node?.nodeName ?? '?') + '.' + (node?.className ?? '') + ' ' + value.toFixed(3) + ' from ' + from);
  });
  on('longtask', ({ duration }) => (seen.blocked += Math.max(0, duration - 50)));
`;

/** `paintedMs` and `blockedMs` depend on the machine; `shift` is the cumulative layout shift; `bytes` are compressed. */
export type Figures = Readonly<{ paintedMs: number; blockedMs: number; shift: number; moved: readonly string[] }>;

export const figuresOf = (page: Page): Promise<Figures> =>
  page.evaluate<Figures>(`({
    paintedMs: Math.round(performance.getEntriesByName('first-contentful-paint')[0].startTime),
    blockedMs: Math.round(seen.blocked),
    shift: seen.shift,
    moved: seen.moved,
  })`);

/**
 * Sums what a page fetched, compressed as a server in front of the service does it. A feed has no end, and the body of an answer
 * that a page left behind never comes, so only what came whole counts.
 */
export const countBytes = (page: Page): { since(): Promise<number> } => {
  let fetched: Promise<number>[] = [];
  const size = async (request: Request): Promise<number> => {
    const body = await (await request.response())?.body().catch(() => undefined);
    return body === undefined ? 0 : gzipSync(body).length;
  };
  page.on('requestfinished', (request) => fetched.push(size(request)));
  return {
    /** The bytes since the last call. */
    since: async () => {
      const sizes = await Promise.all(fetched);
      fetched = [];
      return sizes.reduce((sum, each) => sum + each, 0);
    },
  };
};
