import { expect } from 'chai';
import { Refused } from '../../../../domain/kernel/refused.ts';
import { allows, featureGates, plans, type Feature } from '../../../../domain/plans/plan.ts';
import { everyRead, everyWrite } from './every-endpoint.ts';

/** The endpoints that need a feature. Bulk generation and AI decide in the endpoint, with credits and the add-on. */
const gatedBy: Readonly<Partial<Record<Feature, RegExp>>> = {
  approvals:
    /^\/v1\/(approval-queue\/|posts\/:id\/(start-approval|approval-status|approval-history|approve|reject)$|workspaces\/:id\/approval-workflows)/,
  brand_voice: /^\/v1\/personas\/(wizard|import|:id\/duplicate)$/,
  broadcasts: /^\/v1\/broadcasts/,
  calendar_approvals: /^\/v1\/calendar\/posts\/:id\/(submit|approve|reject)$/,
  calendar_personas: /^\/v1\/calendar\/personas/,
  comment_automations: /^\/v1\/comment-automations/,
  persona_evolution: /^\/v1\/personas\/:id\/evolution/,
  sequences: /^\/v1\/sequences/,
};
/** Endpoints exist below the plan, and only these two need it. */
const webhooks = new Set(['createWebhook', 'replayWebhook']);

/** What happened stays readable on any plan. */
const isOfThePast = (path: string): boolean => /\/(history|diff)$/.test(path);

const featureOf = ({ path, id }: { path: string; id: string }): Feature | undefined => {
  if (webhooks.has(id)) return 'custom_webhooks';
  if (isOfThePast(path)) return undefined;
  return (Object.keys(gatedBy) as Feature[]).find((feature) => gatedBy[feature]?.test(path));
};

describe('the plan gates of the endpoints', () => {
  it('are those of the table, each with its code and its lowest plan', () => {
    for (const endpoint of [...everyRead, ...everyWrite]) {
      const { method, path, gate } = endpoint;
      const feature = featureOf(endpoint);
      expect(gate !== undefined, `${method} ${path} has a gate`).to.equal(feature !== undefined);
      if (!feature) continue;
      for (const plan of plans) {
        const refusal = refusalOf(() => gate?.({ plan, aiTier: null } as never));
        const { from: requiredPlan, refusal: code } = featureGates[feature];
        const refused = { code, details: { feature, currentPlan: plan, requiredPlan } };
        expect(refusal, `${method} ${path} on ${plan}`).to.deep.equal(allows(plan, feature) ? undefined : refused);
      }
    }
  });
});

const refusalOf = (gate: () => void) => {
  try {
    gate();
    return undefined;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { code: error.code, details: error.details };
  }
};
