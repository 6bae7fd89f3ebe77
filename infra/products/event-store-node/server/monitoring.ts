import { setTimeout as wait } from 'node:timers/promises';
import type { ServerWritableStream, UntypedServiceImplementation } from '@grpc/grpc-js';
import monitoringPb from '@eventstore/db-client/generated/monitoring_pb.js';
import { toRpcError } from '../protocol/rpc-error.ts';
import type { NodeContext } from './node-context.ts';

type Call = ServerWritableStream<
  InstanceType<typeof monitoringPb.StatsReq>,
  InstanceType<typeof monitoringPb.StatsResp>
>;

/** The figures of this node under the names the real server uses for them. */
const figures = (context: NodeContext): Record<string, string> => {
  const memory = process.memoryUsage();
  const cpu = process.cpuUsage();
  const seconds = process.uptime();
  return {
    'proc-id': String(process.pid),
    'proc-startTime': new Date(Date.now() - seconds * 1000).toISOString(),
    'proc-mem': String(memory.rss),
    'proc-gc-totalBytesInHeaps': String(memory.heapUsed),
    'proc-cpu': ((100 * (cpu.user + cpu.system)) / 1e6 / seconds).toFixed(2),
    'es-checksum': String(context.log.tail.lastPosition),
    'es-writer-lastFlushedPosition': String(context.log.tail.lastPosition),
  };
};

const serve = async (context: NodeContext, call: Call): Promise<void> => {
  await context.access.authenticate(call.metadata);
  const closed = new AbortController();
  call.on('cancelled', () => closed.abort());
  call.on('close', () => closed.abort());
  const period = Number(call.request.getRefreshTimePeriodInMs());
  while (!closed.signal.aborted) {
    const response = new monitoringPb.StatsResp();
    const stats = response.getStatsMap();
    for (const [name, value] of Object.entries(figures(context))) stats.set(name, value);
    call.write(response);
    // A period of 0 would never yield the processor.
    await wait(Math.max(period, 50), undefined, { signal: closed.signal }).catch(() => undefined);
  }
};

/** `Monitoring.Stats`: the node's figures, at intervals until the client leaves. */
export const monitoringService = (context: NodeContext): UntypedServiceImplementation => ({
  stats: (call: Call): void => {
    serve(context, call).catch((error: unknown) => call.emit('error', toRpcError(error)));
  },
});
