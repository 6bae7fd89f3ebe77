import { setTimeout as pause } from 'node:timers/promises';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const workSeconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** Some wake-ups of the watch of the event loop, in milliseconds: without any, its figures would be made of nothing. */
const firstWatchMs = 50;

/**
 * A registry that watches its process from the first reading of the metrics on. The watch of the event loop wakes the process a
 * hundred times a second, which costs an idle service more processor time (3.3 of 7.7 ms a second) than each other thing it does.
 */
class WatchingRegistry extends Registry {
  #watched: Promise<void> | undefined;

  override async metrics(): Promise<string> {
    await (this.#watched ??= this.#watch());
    return super.metrics();
  }

  #watch(): Promise<void> {
    collectDefaultMetrics({ register: this });
    return pause(firstWatchMs);
  }
}

/**
 * The metrics of the service, in one registry of its own. Labels are bounded: routes, not paths;
 * platforms and outcomes, never ids.
 */
export const createMetrics = ({ process = true }: { process?: boolean } = {}) => {
  const registry = process ? new WatchingRegistry() : new Registry();
  const registers = [registry];
  return {
    registry,
    httpRequests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time to answer a request, by endpoint and status',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: requestSeconds,
      registers,
    }),
    rateLimited: new Counter({
      name: 'http_rate_limited_total',
      help: 'Requests refused by the rate limit, by plan',
      labelNames: ['plan'] as const,
      registers,
    }),
    staleReads: new Counter({
      name: 'read_stale_total',
      help: 'Answers given with X-Stale because a read model had not caught up in time',
      registers,
    }),
    appendSeconds: new Histogram({
      name: 'event_append_duration_seconds',
      help: 'Time until an append was acknowledged, by how it ended',
      labelNames: ['outcome'] as const,
      buckets: requestSeconds,
      registers,
    }),
    consumerLag: new Gauge({
      name: 'consumer_lag_positions',
      help: 'How far a projection, a process manager or the audit tree is behind the end of the log: events of the embedded one, bytes of EventStoreDB',
      labelNames: ['kind', 'name'] as const,
      registers,
    }),
    consumerLagSeconds: new Gauge({
      name: 'consumer_lag_seconds',
      help: 'For how long a projection, a process manager or the audit tree has at least not been at the end of the log, whether or not a process runs it',
      labelNames: ['kind', 'name'] as const,
      registers,
    }),
    parked: new Gauge({
      name: 'consumer_parked',
      help: 'Keys, or whole consumers, that stand still because of an event they could not take',
      labelNames: ['kind', 'name'] as const,
      registers,
    }),
    subscriptionFaults: new Counter({
      name: 'subscription_faults_total',
      help: 'Faults after which reading the log for a group of consumers was tried again',
      labelNames: ['group'] as const,
      registers,
    }),
    eventStreamListeners: new Gauge({
      name: 'event_stream_listeners',
      help: 'Who listens to events as they happen at this process now',
      registers,
    }),
    unknownEvents: new Counter({
      name: 'events_unknown_total',
      help: 'Events skipped because a newer build or another application wrote them',
      registers,
    }),
    timerLateness: new Histogram({
      name: 'timer_lateness_seconds',
      help: 'How long after its time a timer or task was picked up',
      labelNames: ['process'] as const,
      buckets: workSeconds,
      registers,
    }),
    releasedLeases: new Counter({
      name: 'process_leases_released_total',
      help: 'Leases of this node that it released because nothing worked on them',
      registers,
    }),
    processActions: new Histogram({
      name: 'process_action_duration_seconds',
      help: 'Actions of process managers, by how they ended',
      labelNames: ['process', 'outcome'] as const,
      buckets: workSeconds,
      registers,
    }),
    platformCalls: new Histogram({
      name: 'platform_call_duration_seconds',
      help: 'Calls to the platforms, by operation and outcome',
      labelNames: ['platform', 'operation', 'outcome'] as const,
      buckets: workSeconds,
      registers,
    }),
    webhookDeliveries: new Histogram({
      name: 'webhook_delivery_duration_seconds',
      help: 'Delivery attempts, by outcome',
      labelNames: ['outcome'] as const,
      buckets: workSeconds,
      registers,
    }),
    mediaProcessing: new Histogram({
      name: 'media_processing_duration_seconds',
      help: 'Time to process an uploaded file, by category and outcome',
      labelNames: ['category', 'outcome'] as const,
      buckets: workSeconds,
      registers,
    }),
    embeddedRestarts: new Counter({
      name: 'embedded_restarts_total',
      help: 'Unexpected ends of an embedded part, which was started again',
      labelNames: ['part'] as const,
      registers,
    }),
  };
};

export type Metrics = ReturnType<typeof createMetrics>;
