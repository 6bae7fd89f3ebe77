import { authenticate, workspaceInPath } from './authenticate.ts';
import type { EdgePorts } from './edge-ports.ts';
import type { Arrived } from './exchange.ts';
import type { Caller } from '../../../read-api/contract/caller.ts';
import { requireApplicationGrant, requireGrant, type Requirement } from '../../../domain/access/scopes.ts';
import { notFound, Refused } from '../../../domain/kernel/refused.ts';
import { mayWrite } from '../../../domain/workspaces/rights-of-roles.ts';
import { Role } from '../../../domain/workspaces/role.ts';
import { planTerms, plans, comparePlans, Plan } from '../../../domain/plans/plan.ts';
import { usageReport } from '../../../domain/plans/usage.ts';
import type { MonthlyUsage } from '../access/monthly-usage.ts';
import type { LimitedEndpoint, RateLimit, RateStanding } from '../access/rate-limit.ts';
import { onlyStops } from '../../../domain/plans/open-below.ts';
import type { Route } from './route.ts';

type Access = Readonly<{ required: Requirement; needsWorkspace: boolean; counted: boolean }>;

/** Who asks, how often, and whether they may: authenticate, rate, scope, workspace, and the requests of the month. */
export const admit = async (arrived: Arrived, access: Access, ports: EdgePorts): Promise<Caller> => {
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

/**
 * Refuses an API key without the scope of the route or without the right to approve, an application without the scope, a
 * person whose role may not write there, and non-operators at operator routes.
 */
export const requireScope = (caller: Caller, required: Requirement): void => {
  if (caller.kind === 'api_key') {
    requireGrant(caller.scopes, required);
    if (required.approves && !caller.canApprove)
      throw new Refused('AUTHORIZATION_ERROR', 'This API key was not given the right to approve (canApprove)');
    return;
  }
  if (caller.application) requireApplicationGrant(caller.application.scopes, required);
  if (required.kind === 'admin' && !caller.operator)
    throw new Refused('FORBIDDEN', 'Only an operator of this service may do this');
  const { writes: resource } = required;
  if (resource === undefined || caller.role === undefined) return;
  const role = Role.safeParse(caller.role);
  // An unknown role, from a later version, has read access.
  if (!(role.success && mayWrite(role.data, resource)))
    throw new Refused('FORBIDDEN', `The role ${caller.role} cannot change this`, { role: caller.role, resource });
};

/**
 * A workspace of others does not exist for the caller. A person without a workspace has to create
 * or join one first.
 */
export const requireWorkspace = (
  caller: Caller,
  {
    inPath,
    needsWorkspace,
    wished,
  }: Readonly<{ inPath: string | undefined; needsWorkspace: boolean; wished: boolean }>,
): void => {
  if (inPath !== undefined && inPath !== caller.workspaceId) throw notFound('workspace');
  if (caller.workspaceId !== '' || !needsWorkspace) return;
  if (wished) throw notFound('workspace');
  throw new Refused('FORBIDDEN', 'You are not a member of any workspace yet');
};

type Limiter = Pick<RateLimit, 'request' | 'endpoint'>;

const planOf = (caller: Caller): Plan => plans.find((plan) => plan === caller.plan) ?? 'free';

/**
 * Counts a request against its key, or against its person in the workspace, and sets the rate
 * headers.
 */
const limitRate = async (caller: Caller, headers: Record<string, string>, limiter: Limiter): Promise<void> => {
  const credential = caller.keyId ?? `${caller.userId}@${caller.workspaceId}`;
  const standing = await limiter.request(credential, planOf(caller));
  headers['x-ratelimit-limit'] = String(standing.limit);
  headers['x-ratelimit-remaining'] = String(standing.remaining);
  headers['x-ratelimit-reset'] = String(standing.resetAt);
  refuseIfExceeded(standing, 'Too many requests');
};

/** Counts a request to one of the endpoints with their own limit. */
export const limitEndpoint = async (name: LimitedEndpoint, caller: Caller, limiter: Limiter): Promise<void> => {
  const who = name === 'data-export' ? (caller.userId ?? caller.workspaceId) : caller.workspaceId;
  refuseIfExceeded(await limiter.endpoint(name, who), 'Too many requests to this route');
};

/**
 * What a workspace over the limit of its month still reaches: where it sees its use, changes its
 * plan, and manages its keys, people and settings.
 */
const alwaysOpen = /^\/v1\/(billing|subscription|workspaces|users|invitations|settings)(\/|$)/;

/** Counts a request in the month of its workspace, and refuses it beyond the limit of the plan. */
const limitMonth = (caller: Caller, path: string, now: string, usage: Pick<MonthlyUsage, 'count'>): void => {
  if (caller.workspaceId === '') return;
  const plan = planOf(caller);
  const total = usage.count(caller.workspaceId, plan, now);
  if (total < planTerms[plan].monthlyRequests || alwaysOpen.test(path)) return;
  const report = usageReport(plan, total, now);
  const retryAfterSeconds = Math.max(1, Math.ceil((Date.parse(report.period.end) - Date.parse(now)) / 1000));
  const message = `The ${report.plan.name} plan allows ${report.requests.limit} API requests a month`;
  throw new Refused('RATE_LIMITED', message, { reason: 'monthly_limit', retryAfterSeconds, ...report });
};

const refuseIfExceeded = ({ allowed, retryAfterSeconds = 1 }: RateStanding, message: string): void => {
  if (!allowed) throw new Refused('RATE_LIMITED', message, { retryAfterSeconds });
};

/** The highest plan that the workspace has had. */
const topPlanOf = ({ plan, topPlan }: Caller): string =>
  topPlan !== undefined && comparePlans(Plan.parse(topPlan), Plan.parse(plan)) > 0 ? topPlan : plan;

/**
 * Refuses a request whose feature the plan of the workspace lacks, before its body is read. A route that stays open below
 * the plan is refused to a workspace that has never had it.
 */
export const requirePlan = ({ endpoint, openBelow }: Route, caller: Caller): void => {
  if (!endpoint.gate) return;
  endpoint.gate(openBelow ? { ...caller, plan: topPlanOf(caller) } : caller);
};

/** Refuses a body that does more than to stop something, where only that is open below the plan. */
export const requirePlanFor = (body: unknown, { endpoint, openBelow }: Route, caller: Caller): void => {
  if (openBelow && !onlyStops(openBelow, body)) endpoint.gate?.(caller);
};
