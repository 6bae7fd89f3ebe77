import { expect } from 'chai';
import { onlyStops, openBelow, openBelowPlan } from '../../../domain/plans/open-below.ts';

describe('what stays open below a plan', () => {
  const changing = (path: string) => openBelow('PATCH', path) ?? expect.fail(`${path} is not in the table`);

  it('names each route once', () => {
    expect(new Set(openBelowPlan.map(({ route }) => route)).size).to.equal(openBelowPlan.length);
  });

  it('includes changes that only stop something', () => {
    const sequence = changing('/v1/sequences/:id');
    for (const status of ['PAUSED', 'ARCHIVED', 'DRAFT']) expect(onlyStops(sequence, { status })).to.equal(true);
    expect(onlyStops(sequence, { status: 'PAUSED', name: undefined })).to.equal(true);
    expect(onlyStops(changing('/v1/broadcasts/:id'), { scheduledFor: null })).to.equal(true);
    expect(onlyStops(changing('/v1/comment-automations/:id'), { isActive: false })).to.equal(true);
  });

  it('leaves out changes that do more', () => {
    const sequence = changing('/v1/sequences/:id');
    for (const body of [{ status: 'ACTIVE' }, { status: 'PAUSED', name: 'Other' }, { name: 'Other' }, {}, [], null])
      expect(onlyStops(sequence, body), JSON.stringify(body)).to.equal(false);
    const broadcast = changing('/v1/broadcasts/:id');
    expect(onlyStops(broadcast, { scheduledFor: '2029-01-01T00:00:00Z' })).to.equal(false);
  });

  it('leaves out what makes or sends something', () => {
    for (const route of ['POST /v1/sequences', 'POST /v1/broadcasts/:id/send', 'POST /v1/posts/:id/approve']) {
      const [method = '', path = ''] = route.split(' ');
      expect(openBelow(method, path), route).to.equal(undefined);
    }
  });
});
