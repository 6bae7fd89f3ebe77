import { bulleted } from '../../domain/kernel/sentence.ts';
import { z } from 'zod';
import { notificationPreferences } from '../../domain/notifications/notification-preferences.ts';
import { NotificationPreferences } from '../../domain/notifications/preferences.ts';
import { personAsking } from '../../read-api/contract/person-asking.ts';
import { account } from '../../domain/accounts/account.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import { writeEndpoint, type WriteContext, type WriteEndpoint } from '../kernel/endpoint.ts';
import { forEachConcurrently } from '../kernel/for-each-concurrently.ts';

const Change = NotificationPreferences.omit({ pushEnabled: true })
  .partial()
  .extend({ pushEnabled: z.unknown().optional().meta({ description: 'Ignored: it is always false' }) });

/** Refuses to watch what is no account of a workspace that the person is in. What they watch already stays. */
const refuseStrange = async (wanted: readonly string[], userId: string, context: WriteContext): Promise<void> => {
  const before = (await context.load(notificationPreferences, userId, { shared: true }))?.state;
  const added = wanted.filter((id) => !before?.dormantWatchedAccountIds.includes(id));
  await forEachConcurrently(added, 8, async (id) => {
    const [first] = (await context.load(account, id, { shared: true }))?.events ?? [];
    const of = first && (await context.load(workspace, first.meta.workspaceId, { shared: true }))?.state;
    if (of?.members[userId] === undefined)
      throw new Refused('VALIDATION_ERROR', `dormantWatchedAccountIds: ${id} is no account of your workspaces`, {
        field: 'dormantWatchedAccountIds',
      });
  });
};

const saveNotificationPreferences = writeEndpoint({
  method: 'PUT',
  path: '/v1/settings/notifications',
  id: 'saveNotificationPreferences',
  summary: 'Change what I want to be notified of',
  description: bulleted('A field that is left out does not change.', [
    '`pushEnabled` is ignored and always false.',
    '`postPublished` and `postFailed` mail the person who created the post, or the owner of the workspace if that person is unknown or has left.',
    '`webhookFailed` mails the owner.',
    '`weeklyDigest`, `analyticsReport` and the reminders of dormant accounts are one mail for each of my workspaces, at 09:00 in `timezone`. Each mail has a link that ends mails of its kind.',
    '`emailEnabled: false` ends all of them, except invitations, which another person sends to an address.',
    '`dormantWatchedAccountIds` takes accounts of my workspaces.',
    '`marketingEmails` is for other programs, which find it in the event NotificationPreferencesSaved. The service sends no marketing mails.',
  ]),
  body: Change,
  reply: z.object({ preferences: NotificationPreferences, message: z.string() }),
  errors: ['VALIDATION_ERROR', 'FORBIDDEN'],
  run: async ({ body: { pushEnabled: _, ...change } }, context) => {
    const userId = personAsking(context.caller);
    await refuseStrange(change.dormantWatchedAccountIds ?? [], userId, context);
    const command = { type: 'save-notification-preferences', userId, change } as const;
    const { state } = await context.handle(notificationPreferences, userId, command, { shared: true });
    if (!state) throw new Error('saved preferences have no state');
    return { body: { preferences: state, message: 'Notification preferences saved' } };
  },
});

/** The write endpoints of notification preferences. */
export const preferenceEndpoints: readonly WriteEndpoint[] = [saveNotificationPreferences];
