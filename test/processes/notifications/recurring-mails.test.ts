import { expect } from 'chai';
import type { Mail } from '../../../domain/mail/mail.ts';
import { consoleLinks } from '../../../domain/notifications/console-links.ts';
import { defaultPreferences, type NotificationPreferences } from '../../../domain/notifications/preferences.ts';
import type { Dormancy } from '../../../domain/notifications/recurring-mail.ts';
import { recurringMails } from '../../../processes/notifications/recurring-mails.ts';
import type { Range, RecurringPorts } from '../../../processes/notifications/send-recurring.ts';
import { event } from '../../../projections/authoring/projection-spec.ts';
import { processSpec } from '../../support/process-spec.ts';

const thursday = '2026-01-01T12:00:00.000Z';
const monday = '2026-01-05T09:00:00.000Z';
const saved = (change: Partial<NotificationPreferences>, at = thursday) =>
  event(
    'NotificationPreferencesSaved',
    { userId: 'u', preferences: { ...defaultPreferences, timezone: 'UTC', ...change } },
    { workspaceId: 'w', stream: 'notificationPreferences-u', at },
  );
const account = { id: 'a1', platform: 'TWITTER', username: '@ada' };

describe('recurring mails of people', () => {
  const given = processSpec(recurringMails);
  const portsWith = (preferences: Partial<NotificationPreferences>, wanted = true) => {
    const mails: Mail[] = [];
    const asked: unknown[] = [];
    const ports: RecurringPorts = {
      mailer: { send: async (mail) => void mails.push(mail), reaches: () => true },
      recipients: {
        among: async () => (wanted ? [{ userId: 'u', email: 'ada@example.com' }] : []),
        owner: async () => [],
        author: async () => [],
      },
      preferencesOf: async () => ({ ...defaultPreferences, timezone: 'UTC', ...preferences }),
      workspacesOf: async () => [{ id: 'w', name: 'Acme' }],
      figures: async (_workspaceId, range) => {
        asked.push(range);
        const byPlatform = [{ platform: 'TWITTER', published: 3, failed: 1 }];
        const upcoming = [{ scheduledFor: '2026-01-06T10:00:00.000Z', content: 'Next' }];
        return { published: 2, partial: 1, failed: 0, byPlatform, scheduled: 1, upcoming };
      },
      idleAccounts: async (_workspaceId: string, without: Dormancy, range: Range) => {
        asked.push([without, range]);
        return [account, { ...account, id: 'a2', username: '@bo' }];
      },
      consoleLinkOf: consoleLinks('https://social.example'),
      unsubscribeLinks: { urlOf: ({ kind }) => `https://here/${kind}` },
    };
    return { mails, asked, ports };
  };
  const sent = (more: object) => ({ type: 'note-sent', userId: 'u', mailedAt: monday, dueAt: monday, ...more });

  it('are a digest on Mondays, with the link that ends it', async () => {
    const digest = saved({ weeklyDigest: true });
    const { mails, asked, ports } = portsWith({ weeklyDigest: true });
    const mailed = { workspaceId: 'w', kind: 'weekly_digest', dormancies: [] };
    const recorded = await given(digest)
      .acting(ports)
      .sends(sent({ kinds: ['weekly_digest'], mails: [mailed] }));
    expect(asked).to.deep.equal([{ from: '2025-12-29T09:00:00.000Z', until: monday }]);
    expect(mails[0]).to.include({ subject: 'Your week at Acme', unsubscribeUrl: 'https://here/weeklyDigest' });
    const url = 'https://social.example/console?workspace=w#/calendar';
    expect(mails[0]?.action).to.deep.equal({ label: 'See the calendar', url });
    expect(mails[0]?.text)
      .to.include(url)
      .and.to.include('2026-01-06 10:00  Next')
      .and.to.include('TWITTER: 3 published, 1 failed');
    const after = given(digest, ...recorded);
    const action = { userId: 'u', kinds: ['weekly_digest' as const], dueAt: '2026-01-12T09:00:00.000Z', reminded: {} };
    after.owes(action).at('2026-01-12T09:00:00.000Z');
  });
  it('are a report of the month before', async () => {
    const { mails, asked, ports } = portsWith({ analyticsReport: true });
    await given(saved({ analyticsReport: true }))
      .acting(ports)
      .sends(
        sent({
          kinds: ['analytics_report'],
          dueAt: '2026-02-01T09:00:00.000Z',
          mailedAt: '2026-02-01T09:00:00.000Z',
          mails: [{ workspaceId: 'w', kind: 'analytics_report', dormancies: [] }],
        }),
      );
    expect(asked).to.deep.equal([{ from: '2026-01-01T00:00:00.000Z', until: '2026-02-01T00:00:00.000Z' }]);
    expect(mails[0]?.text).to.include('The report of 2026-01 for Acme.');
  });
  it('remind of watched accounts once in as many days as they may be idle', async () => {
    const wish = { dormantLastPublishedEnabled: true, dormantWatchedAccountIds: ['a1'] };
    const { mails, asked, ports } = portsWith(wish);
    const friday = '2026-01-02T09:00:00.000Z';
    const recorded = await given(saved(wish))
      .acting(ports)
      .sends(
        sent({
          kinds: ['dormant_accounts'],
          dueAt: friday,
          mailedAt: friday,
          mails: [{ workspaceId: 'w', kind: 'dormant_accounts', dormancies: ['last_published'] }],
        }),
      );
    expect(asked).to.deep.equal([['last_published', { from: '2025-12-19T09:00:00.000Z', until: friday }]]);
    expect(mails[0]?.text).to.include('@ada').and.not.to.include('@bo');
    const saturday = '2026-01-03T09:00:00.000Z';
    const again = given(saved(wish), ...recorded);
    await again
      .acting(ports)
      .sends(sent({ kinds: ['dormant_accounts'], dueAt: saturday, mailedAt: saturday, mails: [] }));
    const later = '2026-01-16T09:00:00.000Z';
    await again.acting(ports, later).sends(
      sent({
        kinds: ['dormant_accounts'],
        dueAt: saturday,
        mailedAt: later,
        mails: [{ workspaceId: 'w', kind: 'dormant_accounts', dormancies: ['last_published'] }],
      }),
    );
    expect(mails).to.have.length(2);
  });
  it('are not sent to a person who switched them off since, or has left', async () => {
    const { mails, ports } = portsWith({}, false);
    await given(saved({ weeklyDigest: true }))
      .acting(ports)
      .sends(sent({ kinds: ['weekly_digest'], mails: [] }));
    expect(mails).to.deep.equal([]);
  });
  it('end with the last kind that is wanted, and with the person', () => {
    given(saved({ weeklyDigest: true }), saved({})).owesNothing();
    const deleted = event('UserDeleted', { userId: 'u' }, { workspaceId: 'w', stream: 'user-u', at: thursday });
    given(saved({ weeklyDigest: true }), deleted).owesNothing();
  });
});
