import type { Feature } from './plan.ts';

/** A route that stays open below the plan of its feature. */
export type OpenRoute = Readonly<{
  feature: Feature;
  /** Method and path of the endpoint. */
  route: string;
  /**
   * The fields and values of a body that only stops something. A body with another field or value needs the plan.
   * Absent: every body is open.
   */
  stopsBy?: Readonly<Record<string, readonly unknown[]>>;
}>;

const open = (feature: Feature, ...routes: readonly string[]): readonly OpenRoute[] =>
  routes.map((route) => ({ feature, route }));

const workflow = '/v1/workspaces/:id/approval-workflows';

/**
 * What stays open below the plan of a feature, for a workspace that has had the plan: what it made there can be read,
 * paused, cancelled, withdrawn and deleted. Everything else of the feature is refused, and to a workspace that has never
 * had the plan all of it is, except the routes of a feature that no plan closes.
 */
export const openBelowPlan: readonly OpenRoute[] = [
  ...open('custom_webhooks', 'GET /v1/webhooks', 'GET /v1/webhooks/:id', 'DELETE /v1/webhooks/:id'),
  ...open('custom_webhooks', 'PATCH /v1/webhooks/:id', 'GET /v1/webhooks/:id/deliveries'),

  ...open('approvals', 'GET /v1/posts/:id/approval-status', 'GET /v1/posts/:id/approval-history'),
  ...open('approvals', 'GET /v1/approval-queue/items', 'GET /v1/approval-queue/pending-count'),
  ...open('approvals', 'POST /v1/posts/:id/withdraw-approval'),
  ...open('approvals', `GET ${workflow}`, `GET ${workflow}/:workflowId`, `DELETE ${workflow}/:workflowId`),

  ...open('brand_voice', 'GET /v1/personas', 'GET /v1/personas/:id', 'DELETE /v1/personas/:id'),
  ...open('brand_voice', 'PATCH /v1/personas/:id', 'GET /v1/personas/:id/export'),

  ...open('persona_evolution', 'GET /v1/personas/:id/evolution', 'GET /v1/personas/:id/evolution/state'),
  {
    feature: 'persona_evolution',
    route: 'PUT /v1/personas/:id/evolution/state',
    stopsBy: { enabled: [false] },
  },

  ...open('bulk_scheduling', 'GET /v1/bulk-generate', 'GET /v1/bulk-generate/:jobId'),
  ...open('bulk_scheduling', 'POST /v1/bulk-generate/:jobId/cancel'),

  ...open('broadcasts', 'GET /v1/broadcasts', 'GET /v1/broadcasts/:id', 'GET /v1/broadcasts/:id/deliveries'),
  ...open('broadcasts', 'POST /v1/broadcasts/:id/pause', 'DELETE /v1/broadcasts/:id'),
  { feature: 'broadcasts', route: 'PATCH /v1/broadcasts/:id', stopsBy: { scheduledFor: [null] } },

  ...open('sequences', 'GET /v1/sequences', 'GET /v1/sequences/:id', 'DELETE /v1/sequences/:id'),
  ...open('sequences', 'GET /v1/sequences/:id/steps', 'DELETE /v1/sequences/:id/steps/:stepId'),
  ...open('sequences', 'GET /v1/sequences/:id/enrollments', 'DELETE /v1/sequences/:id/enrollments/:enrollId'),
  { feature: 'sequences', route: 'PATCH /v1/sequences/:id', stopsBy: { status: ['DRAFT', 'PAUSED', 'ARCHIVED'] } },

  ...open('comment_automations', 'GET /v1/comment-automations', 'GET /v1/comment-automations/:id'),
  ...open('comment_automations', 'GET /v1/comment-automations/:id/runs', 'DELETE /v1/comment-automations/:id'),
  { feature: 'comment_automations', route: 'PATCH /v1/comment-automations/:id', stopsBy: { isActive: [false] } },

  ...open('calendar_approvals', 'GET /v1/calendar/posts', 'GET /v1/calendar/posts/:id', 'PATCH /v1/calendar/posts/:id'),
  ...open('calendar_approvals', 'DELETE /v1/calendar/posts/:id'),

  ...open('calendar_personas', 'GET /v1/calendar/personas', 'GET /v1/calendar/personas/:id'),
  ...open('calendar_personas', 'DELETE /v1/calendar/personas/:id'),
  { feature: 'calendar_personas', route: 'PATCH /v1/calendar/personas/:id', stopsBy: { isActive: [false] } },

  ...open('ai', 'GET /v1/ai/image-jobs', 'GET /v1/ai/image-jobs/:jobId', 'POST /v1/ai/image-jobs/:jobId/cancel'),
];

const byRoute = new Map(openBelowPlan.map((each) => [each.route, each]));

/** How a route stays open below its plan; absent where it does not. */
export const openBelow = (method: string, path: string): OpenRoute | undefined => byRoute.get(`${method} ${path}`);

/** Whether a request to an open route only reads or stops something. */
export const onlyStops = ({ stopsBy }: OpenRoute, body: unknown): boolean => {
  if (stopsBy === undefined) return true;
  if (typeof body !== 'object' || body === null) return false;
  const given = Object.entries(body).filter(([, value]) => value !== undefined);
  return given.length > 0 && given.every(([name, value]) => stopsBy[name]?.includes(value) === true);
};
