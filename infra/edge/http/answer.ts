import { personScope, scopeOf, anonymousCaller, type Caller } from '../../../read-api/contract/caller.ts';
import type { IncomingMessage } from 'node:http';
import type { Asked, Reply } from '../../../read-api/contract/endpoint.ts';
import { Id } from '../../../read-api/contract/fields.ts';
import type { ReadContext } from '../../../read-api/kernel/endpoint.ts';
import { requiredScope, type Requirement } from '../../../domain/access/scopes.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { budgetAfter } from '../../../commands/kernel/store-budget.ts';
import { httpStatusOf, TransportRefusal } from './transport-refusal.ts';
import type { Moment } from '../../../read-api/kernel/as-of.ts';
import { answerAsOf, momentAskedFor } from './as-of.ts';
import { authenticate, workspaceInPath } from './authenticate.ts';
import { requireScope, requireWorkspace } from './authorize.ts';
import type { EdgePorts, KeptReply } from './edge-ports.ts';
import { errorReply, type Exchange } from './exchange.ts';
import {
  headerOfIgnored,
  ignoredBy,
  prefersStrict,
  refusedForIgnored,
  withWarnings,
  type Ignored,
} from './ignored-input.ts';
import { keyIn } from './idempotency-key.ts';
import { limitEndpoint, limitMonth, limitRate } from './limit-rate.ts';
import { readJsonOrText, type JsonBody } from './read-body.ts';
import { requirePlan, requirePlanFor } from './plan-gate.ts';
import { isCounted, type ReadRoute, type Route, type WriteRoute } from './route.ts';
import { queryOf, validate } from './validate.ts';
import { newCommand, RequestWrites, type CommandIdentity } from '../../../commands/kernel/request-writes.ts';

/** A request as the router hands it on. */
export type Arrived = Readonly<{
  req: IncomingMessage;
  url: string;
  /** The pattern of the endpoint's path; absent where there is no endpoint. */
  path: string | undefined;
  /** Decoded: what a path names is read from here, never from `url`. */
  params: Readonly<Record<string, unknown>>;
  exchange: Exchange;
  /** A signal that aborts when the connection ends before the answer is sent. */
  leaving: () => AbortSignal;
}>;

/** A read waits this long for its read models, then answers with what they have. */
const patienceMs = 2000;

type Access = Readonly<{ required: Requirement; needsWorkspace: boolean; counted: boolean }>;

/**
 * The checks before a request reaches its endpoint: authentication, workspace, rate limits, scope.
 */
const admit = async (arrived: Arrived, access: Access, ports: EdgePorts): Promise<Caller> => {
  const { req, exchange } = arrived;
  const inPath = workspaceInPath(arrived.path, arrived.params);
  const caller = await authenticate(req, { inPath, address: exchange.address }, ports.directory, ports.clock);
  exchange.caller = caller;
  if (access.counted) await limitRate(caller, exchange.headers, ports.rateLimit);
  requireScope(caller, access.required);
  requireWorkspace(caller, {
    inPath,
    needsWorkspace: access.needsWorkspace,
    wished: req.headers['x-workspace-id'] !== undefined,
  });
  if (access.counted) {
    const now = new Date(ports.clock(caller.mode)).toISOString();
    limitMonth(caller, arrived.path ?? arrived.url, now, ports.monthlyUsage);
  }
  return caller;
};

/** Answers a request to an endpoint, or throws an error that `errorAnswer` turns into an answer. */
export const answer = async (route: Route, arrived: Arrived, ports: EdgePorts): Promise<Reply> => {
  const caller = route.isPublic
    ? { ...anonymousCaller, address: arrived.exchange.address }
    : await admit(arrived, route, ports);
  const { endpoint } = route;
  requirePlan(route, caller);
  const { req, url } = arrived;
  const params = paramsOf(route, arrived.params);
  const after = positionAskedFor(req);
  const moment = route.kind === 'read' ? momentAskedFor(route.endpoint, url) : undefined;
  const asked = queryOf(url);
  const query = endpoint.query ? validate(endpoint.query, asked, { code: 'VALIDATION_ERROR', whole: 'query' }) : {};
  const sent = endpoint.body ? await readJsonOrText(req, route.bodyLimit, endpoint.textBody) : undefined;
  const body = endpoint.body
    ? validate(endpoint.body, sent?.value, { code: 'VALIDATION_ERROR', whole: 'body', itemsIn: endpoint.items?.in })
    : {};
  const ignored = ignoredBy(route, asked, sent?.value);
  tellIgnored(ignored, req, arrived.exchange);
  requirePlanFor(body, route, caller);
  if (route.limited) await limitEndpoint(route.limited, caller, ports.rateLimit);
  const request: Asked<unknown, unknown, unknown> = { params, query, body, header: (name) => headerOf(req, name) };
  if (route.kind === 'write') return write(route, { asked: request, caller, body: { sent, ignored } }, arrived, ports);
  const reply = await read(route, { asked: request, caller, at: { after, moment } }, arrived, ports);
  return endpoint.body ? { ...reply, body: withWarnings(reply.body, ignored) } : reply;
};

/** Names what is ignored in a header of every answer; refuses it where the client asked for that. */
const tellIgnored = (ignored: readonly Ignored[], req: IncomingMessage, { headers }: Exchange): void => {
  const isStrict = prefersStrict(req);
  if (isStrict && ignored.length > 0) throw refusedForIgnored(ignored);
  if (isStrict) headers['preference-applied'] = 'handling=strict';
  if (ignored.length > 0) headers['x-ignored-fields'] = headerOfIgnored(ignored);
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

const paramsOf = (route: Route, given: Readonly<Record<string, unknown>>): unknown => {
  if (route.endpoint.params) return validate(route.endpoint.params, given, { code: 'BAD_REQUEST', whole: 'path' });
  // Ids are checked even where the endpoint ignores the parameter.
  for (const name in given) validate(Id, given[name], { code: 'BAD_REQUEST', whole: name });
  return given;
};

/** The path that a pattern and its decoded parameters make: however a client encodes it, it is one. */
const pathWith = (pattern: string, params: Readonly<Record<string, unknown>>): string =>
  pattern.replace(/:(\w+)/g, (_, name: string) => String(params[name]));

const headerOf = (req: IncomingMessage, name: string): string | undefined => {
  const value = req.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
};

const positionAskedFor = (req: IncomingMessage): bigint | undefined => {
  const after = req.headers['x-after-position'];
  if (after === undefined) return undefined;
  if (typeof after === 'string' && /^\d{1,20}$/.test(after)) return BigInt(after);
  throw new Refused('BAD_REQUEST', 'X-After-Position is not a position', { field: 'X-After-Position' });
};

const read = async (
  { endpoint }: ReadRoute,
  {
    asked,
    caller,
    at: { after, moment },
  }: Readonly<{
    asked: Asked<unknown, unknown, unknown>;
    caller: Caller;
    at: Readonly<{ after: bigint | undefined; moment: Moment | undefined }>;
  }>,
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
  return { ...reply, status: statusOf(endpoint, reply) };
};

const write = async (
  route: WriteRoute,
  {
    asked,
    caller,
    body: { sent, ignored },
  }: Readonly<{
    asked: Asked<unknown, unknown, unknown>;
    caller: Caller;
    body: Readonly<{ sent: JsonBody | undefined; ignored: readonly Ignored[] }>;
  }>,
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
