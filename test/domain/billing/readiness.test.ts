import { expect } from 'chai';
import { readinessFor } from '../../../domain/billing/readiness.ts';
import type { Plan } from '../../../domain/plans/plan.ts';

const item = (category: string, target: Plan, plan: Plan, monthlyPosts = 0) => {
  const inUse = { plan, aiTier: null, accounts: 4, workspaces: 1, monthlyPosts };
  const { current, allowed, excess, severity, requiresDesignation } =
    readinessFor(target, inUse).find((each) => each.category === category) ?? {};
  return { current, allowed, excess, severity, requiresDesignation };
};

/** Readiness item: current (-1 is unlimited), allowed, excess, severity. */
describe('readiness for a lower plan', () => {
  it('counts the accounts beyond it, which are to be chosen from', () => {
    expect(item('social_accounts', 'free', 'agency')).to.deep.equal({
      current: 4,
      allowed: 3,
      excess: 1,
      severity: 'action_needed',
      requiresDesignation: true,
    });
    expect(item('social_accounts', 'starter', 'agency')).to.include({ allowed: 10, excess: 0, severity: 'ok' });
  });

  it('compares posts and credits of the plans', () => {
    expect(item('monthly_posts', 'free', 'starter')).to.include({
      current: 500,
      allowed: 50,
      excess: 450,
      severity: 'heads_up',
      requiresDesignation: false,
    });
    expect(item('ai_credits', 'starter', 'pro')).to.include({ current: 500, allowed: 100, excess: 400 });
    expect(item('monthly_posts', 'agency', 'starter')).to.include({ current: 500, allowed: -1, excess: 0 });
  });

  it('counts the posts of the month where they were unlimited', () => {
    const { excess, ...rest } = item('monthly_posts', 'free', 'agency', 70);
    expect(rest).to.include({ current: -1, allowed: 50, severity: 'heads_up' });
    expect(excess).to.equal(20);
  });
});
