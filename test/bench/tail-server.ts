import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { catalogue } from '../../domain/events.ts';
import { EventStoreDb } from '../../infra/stores/eventstoredb/store.ts';
import { openExchange } from '../../infra/edge/http/exchange.ts';
import { sendStream } from '../../infra/edge/http/stream-body.ts';
import { SharedTail } from '../../infra/log/tail/shared-tail.ts';

/**
 * The serving side of the tail bench, alone in its process so that its memory can be measured: the
 * shared tail behind the service's own streaming. Arguments: the address of the event store, the
 * workspace. Prints its memory five times a second.
 */
const [url = '', workspaceId = ''] = process.argv.slice(2);
const store = new EventStoreDb(url, catalogue);
const tail = new SharedTail({ log: store, catalogue, onFault: (error) => console.error(error) });
const filter = { workspaceId, types: undefined, categories: undefined, aggregateIds: undefined };
const ending = new AbortController().signal;
const server = http.createServer((req, res) => {
  const body = (signal: AbortSignal) => tail.listen(filter, 'now', signal);
  void sendStream({ req, res }, openExchange(req), { type: 'text/event-stream', body }, { ending });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ ready: true, port })}\n`);
  setInterval(() => process.stdout.write(`${JSON.stringify({ rss: process.memoryUsage().rss })}\n`), 200);
});
