import { EventLog } from '../../../../infra/products/event-store-node/log/event-log.ts';
import { eventFilter } from '../../../../infra/products/event-store-node/subscriptions/event-filter.ts';

/** A program that opens a store of an earlier version, and is killed as soon as a position has its headings. */
const [dir = '', place = ''] = process.argv.slice(2);
const position = Number(place);
const log = await EventLog.open(dir, (error) => {
  throw error;
});
const filter = eventFilter({ on: 'type', regex: '', prefixes: ['Rare'] });
while ((await log.storage.search({ from: position, to: position, limit: 1 }, filter)) === undefined)
  await new Promise(setImmediate);
process.kill(process.pid, 'SIGKILL');
