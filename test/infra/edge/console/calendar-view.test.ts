import { expect } from 'chai';
import {
  fits,
  isFiltered,
  queryOf,
  stepped,
  viewOf,
  weeksShown,
} from '../../../../infra/edge/console/app/calendar-view.ts';

const none = { account: '', status: '', persona: '', person: '', text: '' };

const post = {
  accountIds: ['a1', 'a2'],
  content: 'Fresh bread',
  createdById: 'ada',
  personaId: null,
  platformOverrides: { TWITTER: { content: 'Brot' } },
  status: 'scheduled' as const,
  threadItems: [{ sequence: 1, content: 'And cakes', mediaIds: [] }],
};

describe('the view of the calendar', () => {
  it('is the month of today where the address names none, or one that is none', () => {
    const first = { kind: 'month', day: '2026-11-28', filter: none };
    expect(viewOf(new URLSearchParams(), '2026-11-28')).to.deep.equal(first);
    expect(viewOf(new URLSearchParams('view=year&day=2026-99-01'), '2026-11-28')).to.deep.equal(first);
  });

  it('is the same again from the address that it makes', () => {
    const view = { kind: 'week' as const, day: '2026-01-31', filter: { ...none, account: 'a1', text: 'a & b?' } };
    expect(viewOf(new URLSearchParams(queryOf(view).toString()), '2026-11-28')).to.deep.equal(view);
  });

  it('goes on by weeks or months, over the end of a year and a change of the clocks', () => {
    const week = { kind: 'week' as const, day: '2026-10-22', filter: none };
    expect(stepped(week, 1).day).to.equal('2026-10-29');
    expect(weeksShown({ ...week, day: '2026-03-29' })).to.deep.equal([
      ['2026-03-23', '2026-03-24', '2026-03-25', '2026-03-26', '2026-03-27', '2026-03-28', '2026-03-29'],
    ]);
    expect(stepped({ ...week, kind: 'month', day: '2026-12-31' }, 1).day).to.equal('2027-01-01');
    const february = weeksShown({ ...week, kind: 'list', day: '2027-02-10' });
    expect([february.length, february[0]?.[0], february.at(-1)?.at(-1)]).to.deep.equal([4, '2027-02-01', '2027-02-28']);
  });

  it('shows the posts that have all that the filter names', () => {
    expect(fits(post, none)).to.equal(true);
    expect(fits(post, { ...none, account: 'a2', status: 'scheduled', person: 'ada' })).to.equal(true);
    for (const wrong of [{ account: 'a3' }, { status: 'failed' }, { person: 'ben' }, { persona: 'p' }])
      expect(fits(post, { ...none, ...wrong }), JSON.stringify(wrong)).to.equal(false);
  });

  it('finds a text in any casing, also in a thread and in the text of one platform', () => {
    for (const text of ['BREAD', ' cakes ', 'brot']) expect(fits(post, { ...none, text }), text).to.equal(true);
    expect(fits(post, { ...none, text: 'milk' })).to.equal(false);
    expect([isFiltered(none), isFiltered({ ...none, text: ' ' }), isFiltered({ ...none, text: 'x' })]).to.deep.equal([
      false,
      false,
      true,
    ]);
  });
});
