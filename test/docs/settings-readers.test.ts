import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { NotificationPreferences } from '../../domain/notifications/preferences.ts';
import { RequestedEnrollmentRules } from '../../domain/sequences/enrollment-rules.ts';
import { WorkspaceSettings } from '../../domain/workspaces/settings.ts';

/** Where each setting is read to act on it: a file that is not its definition, nor the endpoint that stores it. */
const readers = {
  workspace: {
    require_approval: 'commands/approvals/approval-gate.ts',
    approve_content: 'commands/approvals/approval-gate.ts',
    approve_schedule: 'commands/approvals/approval-gate.ts',
    separate_duties: 'commands/posts/writers-of.ts',
    week_start_day: 'read-api/queues/queue-reads.ts',
    autoArchiveDays: 'processes/posts/auto-archive.ts',
    allowedPlatforms: 'commands/posts/workspace-rules.ts',
    autoPrepareVideoAudio: 'processes/posts/silent-videos.ts',
  },
  notifications: {
    emailEnabled: 'domain/notifications/preferences.ts',
    postPublished: 'processes/notifications/post-mails.ts',
    postFailed: 'processes/notifications/post-mails.ts',
    weeklyDigest: 'processes/notifications/send-recurring.ts',
    analyticsReport: 'processes/notifications/send-recurring.ts',
    webhookFailed: 'infra/composition/processes.ts',
    approvalUpdates: 'processes/notifications/approval-mails.ts',
    timezone: 'processes/notifications/send-recurring.ts',
    dormantLastPublishedEnabled: 'processes/notifications/send-recurring.ts',
    dormantLastPublishedDays: 'processes/notifications/send-recurring.ts',
    dormantNoScheduledEnabled: 'processes/notifications/send-recurring.ts',
    dormantNoScheduledDays: 'processes/notifications/send-recurring.ts',
    dormantWatchedAccountIds: 'processes/notifications/send-recurring.ts',
  },
  enrollmentRules: {
    tags: 'domain/sequences/enrollment-rules.ts',
    platforms: 'domain/sequences/enrollment-rules.ts',
  },
} as const;

/** Stored and read by nothing here. The description of the endpoint that takes it says so, and why it is kept. */
const readElsewhere = {
  workspace: { platformBetaTester: 'commands/workspaces/change-workspace.ts' },
  notifications: {
    marketingEmails: 'commands/notifications/preference-endpoints.ts',
    pushEnabled: 'commands/notifications/preference-endpoints.ts',
  },
  enrollmentRules: {},
} as const;

const [rules] = RequestedEnrollmentRules.options;
const settings = {
  workspace: Object.keys(WorkspaceSettings.shape),
  notifications: Object.keys(NotificationPreferences.shape),
  enrollmentRules: Object.keys(rules.shape),
};

const isReadIn = (file: string, field: string): boolean =>
  new RegExp(`\\b${field}\\b`).test(readFileSync(file, 'utf8').replaceAll(/^import .*$/gm, ''));

describe('settings that people save', () => {
  for (const group of ['workspace', 'notifications', 'enrollmentRules'] as const) {
    it(`have each a reader, or a description that says they have none: ${group}`, () => {
      const known = [...Object.keys(readers[group]), ...Object.keys(readElsewhere[group])];
      expect(settings[group].toSorted()).to.deep.equal(known.toSorted());
    });
    for (const [field, file] of Object.entries(readers[group]))
      it(`${field} has its effect in ${file}`, () => expect(isReadIn(file, field)).to.equal(true));
    for (const [field, file] of Object.entries(readElsewhere[group]))
      it(`${field} is described in ${file}`, () => {
        const description = readFileSync(file, 'utf8');
        expect(description).to.include(`\`${field}\``);
      });
  }
});
