import { expect } from 'chai';
import { defaultPreferences } from '../../../domain/notifications/preferences.ts';
import { recurringMail, RecurringMailsSent } from '../../../domain/notifications/recurring-mail.ts';
import { dueTime, kindsOn, nextTime, type RecurringKind } from '../../../domain/notifications/recurring.ts';
import { specFor } from '../../support/spec.ts';

const after = (kind: RecurringKind, instant: string, timezone: string): string =>
  new Date(nextTime(kind, Date.parse(instant), timezone)).toISOString();

describe('recurring mails', () => {
  it('are due at 09:00 in the time zone, on both sides of a change of clocks', () => {
    expect(after('weekly_digest', '2026-03-20T00:00:00.000Z', 'Europe/Berlin')).to.equal('2026-03-23T08:00:00.000Z');
    expect(after('weekly_digest', '2026-03-23T08:00:00.000Z', 'Europe/Berlin')).to.equal('2026-03-30T07:00:00.000Z');
    expect(after('dormant_accounts', '2026-10-31T15:00:00.000Z', 'America/Chicago')).to.equal(
      '2026-11-01T15:00:00.000Z',
    );
    expect(after('analytics_report', '2026-01-31T23:00:00.000Z', 'Asia/Tokyo')).to.equal('2026-02-01T00:00:00.000Z');
    expect(after('analytics_report', '2026-02-01T00:00:00.000Z', 'Asia/Tokyo')).to.equal('2026-03-01T00:00:00.000Z');
  });
  it('are not due twice in a week because a person moved', () => {
    const mailedAt = '2026-01-04T20:00:00.000Z'; // Monday, 09:00 in Auckland
    const due = dueTime('weekly_digest', '2026-01-01T00:00:00.000Z', mailedAt, { timezone: 'Pacific/Honolulu' });
    expect(new Date(due).toISOString()).to.equal('2026-01-12T19:00:00.000Z');
  });
  it('are due after they were switched on, not for the time before', () => {
    const since = '2026-06-01T00:00:00.000Z';
    const due = dueTime('weekly_digest', since, '2026-01-05T09:00:00.000Z', { timezone: 'UTC' });
    expect(new Date(due).toISOString()).to.equal('2026-06-01T09:00:00.000Z');
  });
  it('are wanted by kind, and never without the master switch', () => {
    const wanted = { ...defaultPreferences, weeklyDigest: true, dormantNoScheduledEnabled: true };
    expect(kindsOn(wanted)).to.deep.equal(['weekly_digest', 'dormant_accounts']);
    expect(kindsOn({ ...wanted, emailEnabled: false })).to.deep.equal([]);
  });
  it('are recorded once', () => {
    const data = { userId: 'u', kinds: ['weekly_digest' as const], dueAt: 'd', mailedAt: 'm', mails: [] };
    specFor(recurringMail)()
      .when({ type: 'note-sent', ...data })
      .then(RecurringMailsSent(data));
  });
});
