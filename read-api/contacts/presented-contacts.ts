import type { ContactActivity } from '../../domain/contacts/contact-activity.ts';
import type { ContactView } from '../../domain/contacts/contact-view.ts';
import { messengerEligibleUntil } from '../../domain/contacts/messaging-window.ts';
import { Platform } from '../../domain/platforms/platform.ts';
import type { ContactDetail, ContactReply } from '../contract/contact.ts';
import type { ReadContext } from '../kernel/endpoint.ts';
import { deliveriesOf } from './deliveries-of-contact.ts';

export type Asking = Pick<ReadContext, 'db' | 'now'> & Readonly<{ caller: Readonly<{ workspaceId: string }> }>;

const maxComments = 20;

type Named = ContactReply['socialAccount'];

const accountsOf = async (
  views: readonly ContactView[],
  { db, caller: { workspaceId } }: Asking,
): Promise<ReadonlyMap<string, Named>> => {
  const ids = [...new Set(views.flatMap(({ accountId }) => accountId ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'platform', 'view'])
    .where('id', 'in', ids)
    .where('workspace_id', '=', workspaceId)
    .execute();
  return new Map(
    rows.map(({ id, platform, view: { displayName, username } }) => [
      id,
      { id, displayName, username, platform: Platform.parse(platform) },
    ]),
  );
};

type Beside = Readonly<{
  accounts: ReadonlyMap<string, Named>;
  /** The enrollments of each contact. */
  counts: ReadonlyMap<string, number>;
  now: string;
}>;

const enrollmentCounts = async (
  views: readonly ContactView[],
  { db }: Asking,
): Promise<ReadonlyMap<string, number>> => {
  if (views.length === 0) return new Map();
  const rows = await db
    .selectFrom('enrollments')
    .select(['contact_id', ({ fn }) => fn.countAll<string>().as('total')])
    .where(
      'contact_id',
      'in',
      views.map(({ id }) => id),
    )
    .groupBy('contact_id')
    .execute();
  return new Map(rows.map(({ contact_id: contactId, total }) => [contactId, Number(total)]));
};

const maxEnrollments = 10;

const enrollmentsOf = async (contactId: string, { db }: Asking) => {
  const rows = await db
    .selectFrom('enrollments')
    .select('view')
    .where('contact_id', '=', contactId)
    .orderBy('enrolled_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxEnrollments)
    .execute();
  if (rows.length === 0) return [];
  const sequences = await db
    .selectFrom('sequences')
    .select(['id', 'view'])
    .where('id', 'in', [...new Set(rows.map(({ view }) => view.sequenceId))])
    .execute();
  const names = new Map(sequences.map(({ id, view }) => [id, view.name]));
  return rows.map(({ view: { id, status, currentStep, enrolledAt, exitedAt, exitReason, sequenceId } }) => ({
    id,
    status,
    currentStep,
    enrolledAt,
    exitedAt,
    exitReason,
    sequence: { id: sequenceId, name: names.get(sequenceId) ?? '' },
  }));
};

const presented = (
  { accountId, suppressedAt, tags, customFields, ...view }: ContactView,
  { accounts, counts, now }: Beside,
): ContactReply => ({
  ...view,
  tags: [...tags],
  customFields: { ...customFields },
  // Null also where the account is no longer connected.
  socialAccount: (accountId === null ? undefined : accounts.get(accountId)) ?? null,
  messengerEligibleUntil: messengerEligibleUntil(view, now),
  isSuppressed: suppressedAt !== null,
  suppressedAt,
  sequenceEnrollmentCount: counts.get(view.id) ?? 0,
});

/** Contacts in the form of lists, with their accounts. */
export const presentedContacts = async (views: readonly ContactView[], asking: Asking): Promise<ContactReply[]> => {
  const [accounts, counts] = await Promise.all([accountsOf(views, asking), enrollmentCounts(views, asking)]);
  return views.map((view) => presented(view, { accounts, counts, now: asking.now }));
};

const commentsOf = async (contactId: string, { db, caller: { workspaceId } }: Asking) => {
  const rows = await db
    .selectFrom('comments')
    .select('view')
    .where('contact_id', '=', contactId)
    .where('workspace_id', '=', workspaceId)
    .orderBy('platform_created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxComments)
    .execute();
  return rows.map(({ view: { id, content, platform, platformPostId, platformCreatedAt, repliedAt } }) => ({
    id,
    content,
    platform,
    platformPostId,
    platformCreatedAt,
    replied: repliedAt !== null,
  }));
};

/** A contact in the form of the detail, with what it wrote and got last. */
export const contactDetail = async (
  view: ContactView,
  activity: ContactActivity | undefined,
  asking: Asking,
): Promise<ContactDetail> => {
  const [[contact], deliveries, comments, sequenceEnrollments] = await Promise.all([
    presentedContacts([view], asking),
    deliveriesOf(view, activity ?? {}, asking.db),
    commentsOf(view.id, asking),
    enrollmentsOf(view.id, asking),
  ]);
  if (!contact) throw new Error('a contact has no form');
  const { inboundMessages = [] } = activity ?? {};
  return {
    ...contact,
    deliveries,
    sequenceEnrollments,
    comments,
    inboundMessages: inboundMessages.map(({ id, text: messageText, receivedAt }) => ({
      id,
      platform: view.platform,
      messageText,
      receivedAt,
    })),
  };
};
