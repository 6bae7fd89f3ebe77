import { UnusableFolder } from './folder.ts';
import type { JournalContents } from './journal.ts';
import { firstOfOpen } from './heading-writer.ts';
import * as keys from './keys.ts';
import type { Level } from './level.ts';
import type { LogEntry } from './storage.ts';
import type { StreamIndex } from './stream-index.ts';

const replayPage = 2_000;
const replayBytes = 16 << 20;

const lastOf = async (log: Level): Promise<number> => {
  const [key] = await log.keys({ reverse: true, limit: 1 }).all();
  return key === undefined ? 0 : keys.positionOfKey(key);
};

const putBack = async (log: Level, entries: readonly LogEntry[]): Promise<void> => {
  for (let from = 0; from < entries.length; from += replayPage) {
    const batch = log.batch();
    for (const { position, record } of entries.slice(from, from + replayPage)) batch.put(keys.logKey(position), record);
    await batch.write();
  }
};

/** The next events after a position, `to` the last of them. */
const pageAfter = async (log: Level, position: number, to: number): Promise<LogEntry[]> => {
  const page: LogEntry[] = [];
  let bytes = 0;
  const range = { gt: keys.logKey(position), lte: keys.logKey(to) };
  for await (const [key, record] of log.iterator({ ...range, limit: replayPage, fillCache: false })) {
    page.push({ position: keys.positionOfKey(key), record });
    bytes += record.length;
    if (bytes >= replayBytes) break;
  }
  return page;
};

/** The events of a range, `to` the last of them, page by page. */
async function* pagesOf(log: Level, from: number, to: number): AsyncIterable<readonly LogEntry[]> {
  for (let reached = from - 1; reached < to;) {
    const page = await pageAfter(log, reached, to);
    if (page.length > 0) yield page;
    reached = page.at(-1)?.position ?? to;
  }
}

/**
 * Brings the log up to the journal and the index up to the log, and resolves with the last
 * position. After a kill only the index may lag. After a power cut both may lack what LevelDB had
 * not synced: at their ends, or, where files have holes, anywhere within the range of the journal.
 * Throws `UnusableFolder` when acknowledged events are missing.
 */
export const recover = async (
  log: Level,
  index: StreamIndex,
  { entries }: JournalContents,
  { hasHoles }: Readonly<{ hasHoles: boolean }>,
): Promise<number> => {
  const reached = await lastOf(log);
  const missing = hasHoles ? entries : entries.filter(({ position }) => position > reached);
  const first = missing[0]?.position ?? reached + 1;
  if (first > reached + 1) {
    throw new UnusableFolder(`the log is damaged: it ends at ${reached}, but the journal begins at ${first}`);
  }
  await putBack(log, missing);
  const last = Math.max(reached, missing.at(-1)?.position ?? 0);
  if (index.position > last) {
    throw new UnusableFolder(`the log is damaged: it ends at ${last}, but events up to ${index.position} were stored`);
  }
  if (hasHoles) index.position = Math.min(index.position, first - 1);
  await index.resumeHeadings(pagesOf(log, Math.max(1, firstOfOpen(index.position)), index.position));
  for await (const page of pagesOf(log, index.position + 1, last)) await index.follow(page);
  return last;
};
