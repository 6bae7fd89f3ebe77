import type { Recorded } from '../../domain/kernel/event.ts';
import { partsOfStream } from '../../domain/kernel/stream-names.ts';
import type { Mailer } from '../../domain/mail/mail.ts';
import type { ConsoleLinkOf } from '../../domain/notifications/console-links.ts';
import { notification } from '../../domain/notifications/notification.ts';
import type { AddressesOf } from '../../domain/notifications/recipients.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import { type WorkspaceEvent } from '../../domain/workspaces/workspace-events.ts';
import { processOf } from '../kernel/process.ts';
import { planTextOf, type PlanPage, type Told } from './plan-texts.ts';

/** A pending mail about one event. */
export type OwedPlanMail = Readonly<{ notificationId: string; stream: string; told: Told; at: string }>;

export type PlanMailPorts = Readonly<{ mailer: Mailer; addressesOf: AddressesOf; consoleLinkOf: ConsoleLinkOf }>;

const notificationIdOf = ({ stream, revision }: Pick<Recorded, 'stream' | 'revision'>): string =>
  `${stream.replace('-', '_')}-${revision}`;

/** The buttons, by the page where the person can act. */
const labels: Readonly<Record<PlanPage, string>> = {
  plan: 'See the plan',
  accounts: 'See the accounts',
  posts: 'See the posts',
  members: 'See the members',
  ownership: 'See the offer',
};

/** Both people of an offer, also where its end names neither. */
const peopleOfOffer = (requestId: string, events: readonly Recorded<WorkspaceEvent>[]): readonly string[] =>
  events.flatMap((event) =>
    event.type === 'OwnershipTransferRequested' && event.data.requestId === requestId
      ? [event.data.fromUserId, event.data.targetUserId]
      : [],
  );

const peopleOf = (
  { stream, told }: OwedPlanMail,
  ownerId: string | undefined,
  events: readonly Recorded<WorkspaceEvent>[],
): readonly string[] => {
  const { category, id } = partsOfStream(stream);
  if (category === 'subscription') return [id];
  switch (told.type) {
    case 'OwnershipTransferRequested':
      return [told.data.fromUserId, told.data.targetUserId];
    case 'OwnershipTransferred':
      return [told.data.fromUserId, told.data.toUserId];
    case 'OwnershipTransferDeclined':
    case 'OwnershipTransferCancelled':
    case 'OwnershipTransferExpired':
      return peopleOfOffer(told.data.requestId, events);
    default:
      return ownerId === undefined ? [] : [ownerId];
  }
};

const owedFor = (_: unknown, { type, data, stream, meta }: Recorded<Told>, notificationId: string): OwedPlanMail => ({
  notificationId,
  stream,
  at: meta.occurredAt,
  // Picked apart, the type no longer says that the data are those of the type.
  told: { type, data } as Told,
});

/**
 * Mails the owner what the plan takes away, both people of an offered workspace what becomes of it, and the payer what
 * is charged, fails or ends. These mails cannot be switched off: each is about the person's money or property.
 */
export const planMails = processOf<OwedPlanMail, OwedPlanMail, PlanMailPorts>()({
  name: 'plan-mails',
  description: 'Mails people what happens to their plans, their payments and the ownership of their workspaces.',
  on: {
    WorkspacePlanChanged: owedFor,
    WorkspaceGraceEnded: owedFor,
    PlanLimitsApplied: owedFor,
    OwnershipTransferRequested: owedFor,
    OwnershipTransferred: owedFor,
    OwnershipTransferDeclined: owedFor,
    OwnershipTransferCancelled: owedFor,
    OwnershipTransferExpired: owedFor,
    SubscriptionStarted: owedFor,
    SubscriptionTermsChanged: owedFor,
    SubscriptionChangePending: owedFor,
    SubscriptionChangeWithdrawn: owedFor,
    SubscriptionPaymentStatusChanged: owedFor,
    PaymentFailed: owedFor,
    CreditsPurchased: owedFor,
    NotificationMailed: () => undefined,
  },
  instancesOf: (event) => (event.type === 'NotificationMailed' ? event.data.notificationId : notificationIdOf(event)),
  outlivesWorkspace: () => true,
  next: (owed) => ({ at: owed.at, action: owed }),
  act: async (owed, context, { mailer, addressesOf, consoleLinkOf }) => {
    const { workspaceId, mode } = context;
    const { notificationId } = owed;
    const loaded = mailer.reaches(mode) ? await context.load(workspace, workspaceId) : undefined;
    const text = planTextOf(owed.told, loaded?.state?.name ?? 'your workspace');
    if (!mailer.reaches(mode) || !text) return context.endInstance();
    const people = await addressesOf(peopleOf(owed, loaded?.state?.ownerId, loaded?.events ?? []));
    if (people.length === 0) return context.endInstance();
    const { kind, subject, lines, page } = text;
    const action = { label: labels[page], url: consoleLinkOf(page, workspaceId) };
    for (const { email } of people) {
      const body = [...lines, `${action.label}: ${action.url}`].join('\n\n');
      const mail = { id: `${notificationId}/${email}`, to: email, subject, text: `${body}\n`, action };
      await mailer.send(mail, { workspaceId, mode, sentAt: context.now().toISOString() });
    }
    const note = { notificationId, kind, recipients: people.map(({ userId }) => userId) };
    await context.send(notification, notificationId, { type: 'note-mailed', ...note }, { step: 'mailed', fresh: true });
  },
});
