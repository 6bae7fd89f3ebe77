import { budgetAfter } from '../../../commands/kernel/store-budget.ts';
import { newCommand, RequestWrites, type CommandIdentity } from '../../../commands/kernel/request-writes.ts';
import { requiredScope } from '../../../domain/access/scopes.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { anonymousCaller, personScope, scopeOf, type Caller } from '../../../read-api/contract/caller.ts';
import type { Reply } from '../../../read-api/contract/endpoint.ts';
import type { ReadContext } from '../../../read-api/kernel/endpoint.ts';
import { admit, limitEndpoint, requirePlan, requirePlanFor } from './admission.ts';
import { answerAsOf } from './as-of.ts';
import type { EdgePorts, KeptReply } from './edge-ports.ts';
import { errorReply, type Arrived } from './exchange.ts';
import { withWarnings } from './ignored-input.ts';
import { isCounted, type ReadRoute, type Route, type WriteRoute } from './route.ts';
import { httpStatusOf, TransportRefusal } from './transport-refusal.ts';
import { inputOf, keyIn, type Input } from './validate.ts';

/** A request that may reach its endpoint. */
type Accepted = Input & Readonly<{ caller: Caller }>;

/** A read waits this long for its read models, then answers with what they have. */
const patienceMs = 2000;

/**
 * Answers a request to an endpoint, or throws an error that `errorAnswer` turns into an answer. Every request takes these steps:
 * authenticate, rate, scope, plan; validate; then idempotency and run, where it writes.
 */
export const answer = async (route: Route, arrived: Arrived, ports: EdgePorts): Promise<Reply> => {
  const caller = route.isPublic
    ? { ...anonymousCaller, address: arrived.exchange.address }
    : await admit(arrived, route, ports);
  requirePlan(route, caller);
  const input = await inputOf(route, arrived);
  requirePlanFor(input.asked.body, route, caller);
  if (route.limited) await limitEndpoint(route.limited, caller, ports.rateLimit);
  const accepted = { caller, ...input };
  return route.kind === 'write' ? write(route, accepted, arrived, ports) : read(route, accepted, arrived, ports);
};

/**
 * Answers `/v1/…` without an endpoint: with the authentication error first, then with 404 or 405.
 */
export const refuseUnrouted = async (
  arrived: Arrived,
  path: string,
  allowed: string | undefined,
  ports: EdgePorts,
): Promise<never> => {
  const method = arrived.req.method ?? 'GET';
  const access = { required: requiredScope(method, path), needsWorkspace: false, counted: isCounted(path) };
  await admit(arrived, access, ports);
  if (allowed === undefined) throw new Refused('NOT_FOUND', 'There is nothing at this path');
  arrived.exchange.headers['allow'] = allowed;
  throw new TransportRefusal(405, `${method} is not possible here; ${allowed} is`, { allowed });
};

/** The path that a pattern and its decoded parameters make: however a client encodes it, it is one. */
const pathWith = (pattern: string, params: Readonly<Record<string, unknown>>): string =>
  pattern.replace(/:(\w+)/g, (_, name: string) => String(params[name]));

const read = async (
  { endpoint }: ReadRoute,
  { asked, caller, ignored, after, moment }: Accepted,
  { exchange }: Arrived,
  ports: EdgePorts,
): Promise<Reply> => {
  const waitFor = async (models: readonly string[], commit: bigint): Promise<void> => {
    if (!(await ports.freshness.wait(models, commit, patienceMs))) exchange.headers['x-stale'] = 'true';
  };
  if (!moment && endpoint.reads && endpoint.reads.length > 0) {
    const scope = scopeOf(caller);
    const written = scope === undefined ? undefined : await ports.lastWrites.of(scope);
    const wanted = written !== undefined && (after === undefined || written > after) ? written : after;
    if (wanted !== undefined) await waitFor(endpoint.reads, wanted);
  }
  const now = new Date(ports.clock(caller.mode)).toISOString();
  const context: ReadContext = { caller, db: ports.db, past: ports.past, now };
  const reply = moment
    ? await answerAsOf(endpoint, asked, context, { moment, waitFor })
    : await endpoint.run(asked, context);
  const body = endpoint.body ? withWarnings(reply.body, ignored) : reply.body;
  return { ...reply, body, status: statusOf(endpoint, reply) };
};

const write = async (
  route: WriteRoute,
  { asked, caller, sent, ignored }: Accepted,
  arrived: Arrived,
  ports: EdgePorts,
): Promise<Reply> => {
  const { endpoint } = route;
  const key = route.keyed ? keyIn(arrived.req) : undefined;
  const leaving = key === undefined ? arrived.leaving : undefined;
  const began = performance.now();
  const carryOut = async (command: CommandIdentity): Promise<Reply & { status: number }> => {
    const now = new Date(ports.clock(caller.mode)).toISOString();
    const context = new RequestWrites(ports.commands, {
      command,
      caller,
      now,
      correlationId: arrived.exchange.requestId,
      budget: budgetAfter(performance.now() - began),
      leaving,
    });
    try {
      const reply = await endpoint.run(asked, context);
      const position = context.position === undefined ? {} : { 'x-position': context.position.toString() };
      const headers = { ...reply.headers, ...position };
      return { body: withWarnings(reply.body, ignored), status: statusOf(endpoint, reply), headers };
    } finally {
      await context.report(ports.lastWrites);
    }
  };
  if (key === undefined) return carryOut(newCommand());
  const { reply, replayed } = await ports.idempotency.once(
    {
      workspaceId: scopeOf(caller) ?? personScope('unknown'),
      mode: caller.mode,
      route: `${endpoint.method} ${pathWith(endpoint.path, arrived.params)}`,
      key,
      body: sent?.bytes ?? new Uint8Array(),
      caller: caller.kind === 'api_key' ? `key ${caller.keyId}` : `person ${caller.userId}`,
      storesAnswer: route.storesAnswer,
    },
    async (command) =>
      kept(await carryOut(command).catch((error: unknown) => refusal(error, arrived.exchange.requestId))),
  );
  return { ...reply, headers: replayed ? { ...reply.headers, 'idempotent-replayed': 'true' } : reply.headers };
};

const kept = ({ status, body, headers }: Reply & { status: number }): KeptReply => ({
  status,
  body: body === undefined ? undefined : JSON.stringify(body),
  headers: { ...(body === undefined ? {} : { 'content-type': jsonType }), ...headers },
});

/**
 * A refusal is stored and replayed like any other answer. A transient error is thrown, which frees
 * the key.
 */
const refusal = (error: unknown, requestId: string): Reply & { status: number } => {
  if (!(error instanceof Refused) || httpStatusOf(error) >= 500 || httpStatusOf(error) === 429) throw error;
  return errorReply(error, requestId);
};

const jsonType = 'application/json; charset=utf-8';

const statusOf = (endpoint: Route['endpoint'], { status, body }: Reply): number =>
  status ?? endpoint.status ?? (body === undefined ? 204 : 200);
