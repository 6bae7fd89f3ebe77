import { expect } from 'chai';
import { readinessFor, type InUse } from '../../../domain/billing/readiness.ts';
import type { Plan } from '../../../domain/plans/plan.ts';

const inUse = { aiTier: null, accounts: 4, workspaces: 1, monthlyPosts: 0 };

const item = (category: string, target: Plan, plan: Plan, used: Partial<InUse> = {}) =>
  readinessFor(target, { ...inUse, plan, ...used }).find((each) => each.category === category);

/** Readiness item: current (-1 is unlimited), allowed, excess, severity. */
describe('readiness for a lower plan', () => {
  it('counts the accounts beyond it, which are to be chosen from', () => {
    expect(item('social_accounts', 'free', 'agency')).to.include({
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
    expect(item('monthly_posts', 'free', 'agency', { monthlyPosts: 70 })).to.include({
      current: -1,
      allowed: 50,
      excess: 20,
      severity: 'heads_up',
    });
  });

  it('asks for a choice of accounts only where there are too many, and says where it is made', () => {
    const actionUrl = '/v1/subscription/downgrade-designations';
    expect(item('social_accounts', 'free', 'agency')).to.include({
      actionUrl,
      message: '1 connected accounts are paused after the grace; choose the 3 to keep',
    });
    for (const accounts of [0, 3])
      expect(item('social_accounts', 'free', 'agency', { accounts })).to.deep.equal({
        category: 'social_accounts',
        current: accounts,
        allowed: 3,
        excess: 0,
        severity: 'ok',
        message: 'All connected accounts fit the plan',
        requiresDesignation: false,
      });
  });

  it('counts the workspaces beyond the plan, which the owner has to give up', () => {
    expect(item('workspaces', 'free', 'pro', { workspaces: 5 })).to.deep.equal({
      category: 'workspaces',
      current: 5,
      allowed: 3,
      excess: 2,
      severity: 'action_needed',
      message: '2 workspaces are more than the plan allows',
      requiresDesignation: false,
    });
    expect(item('workspaces', 'free', 'pro', { workspaces: 3 })).to.include({
      excess: 0,
      severity: 'ok',
      message: 'All workspaces fit the plan',
    });
  });

  it('warns of fewer AI credits, with the add-on counted on both sides', () => {
    expect(item('ai_credits', 'starter', 'pro', { aiTier: 'starter' })).to.deep.equal({
      category: 'ai_credits',
      current: 1000,
      allowed: 600,
      excess: 400,
      severity: 'heads_up',
      message: '600 AI credits a period instead of 1000',
      requiresDesignation: false,
    });
    for (const target of ['pro', 'agency'] as const)
      expect(item('ai_credits', target, 'pro')).to.include({
        excess: 0,
        severity: 'ok',
        message: 'No fewer AI credits than now',
      });
  });

  it('warns of fewer posts a month, also where this month had fewer than the lower plan allows', () => {
    expect(item('monthly_posts', 'starter', 'agency', { monthlyPosts: 20 })).to.include({
      excess: 0,
      severity: 'heads_up',
      message: '500 posts a month instead of any number',
    });
    expect(item('monthly_posts', 'starter', 'pro')).to.include({
      excess: 4500,
      severity: 'heads_up',
      message: '500 posts a month instead of 5000',
    });
  });

  it('does not warn of posts where the plan allows as many', () => {
    for (const [target, plan] of [
      ['starter', 'starter'],
      ['pro', 'starter'],
      ['agency', 'pro'],
      ['agency', 'agency'],
    ] as const)
      expect(item('monthly_posts', target, plan), `${plan} to ${target}`).to.deep.include({
        severity: 'ok',
        message: 'No fewer posts a month than now',
        requiresDesignation: false,
      });
  });
});
