import { expect } from 'chai';
import { enrolls, RequestedEnrollmentRules } from '../../../domain/sequences/enrollment-rules.ts';

const tagged = (...tags: string[]) => ({ platform: 'INSTAGRAM' as const, tags });

describe('the enrollment rules of a sequence', () => {
  it('enroll contacts who have all tags, on the platforms that are named', () => {
    const rules = { tags: ['lead', 'vip'] };
    expect(enrolls(rules, tagged('vip', 'new', 'lead'))).to.equal(true);
    expect(enrolls(rules, tagged('vip'))).to.equal(false);
    expect(enrolls({ ...rules, platforms: ['FACEBOOK'] }, tagged('vip', 'lead'))).to.equal(false);
    expect(enrolls({ ...rules, platforms: ['INSTAGRAM'] }, tagged('vip', 'lead'))).to.equal(true);
  });
  it('enroll no contact if the list is empty, or its stored rules have keys without an effect', () => {
    for (const rules of [{}, { tags: [] }, { tags: ['vip'], city: 'Rome' }, { source: 'web' }])
      expect(enrolls(rules, tagged('vip')), JSON.stringify(rules)).to.equal(false);
  });
  it('are refused where a key has no effect, and read platforms in any casing', () => {
    const parse = (rules: unknown) => RequestedEnrollmentRules.safeParse(rules);
    expect(parse({}).data).to.deep.equal({});
    expect(parse({ tags: ['vip'], platforms: ['instagram'] }).data).to.deep.equal({
      tags: ['vip'],
      platforms: ['INSTAGRAM'],
    });
    for (const wrong of [{ city: 'Rome' }, { platforms: ['INSTAGRAM'] }, { tags: [] }, { tags: ['a'], x: 1 }, []])
      expect(parse(wrong).success, JSON.stringify(wrong)).to.equal(false);
  });
});
