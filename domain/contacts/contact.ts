import { unreachable, type Decider } from '../kernel/decider.ts';
import { forgotten } from '../kernel/personal.ts';
import { notFound, Refused } from '../kernel/refused.ts';
import type { Platform } from '../platforms/platform.ts';
import {
  ContactCreated,
  ContactDeleted,
  ContactErased,
  ContactProfileChanged,
  ContactSeen,
  ContactSuppressed,
  ContactTagsChanged,
  ContactUnsuppressed,
  type ContactEvent,
} from './contact-events.ts';
import { absentContact, evolveContact, type ContactState, type LivingContact } from './contact-state.ts';
import { InboundMessageReceived } from './inbound-message.ts';
import { decideMessage, type MessageCommand } from './decide-messages.ts';
import { isStartMessage, isStopMessage } from './stop-keywords.ts';

type Profile = Readonly<{
  displayName?: string | null | undefined;
  username?: string | null | undefined;
  avatarUrl?: string | null | undefined;
  /** JSON with its keys in order. */
  customFields?: string | undefined;
}>;

/** Who the contact is: needed where it does not exist yet. */
type Identity = Readonly<{ contactId: string; platform: Platform; platformId: string }>;

/** Creates the contact, or changes what is given. */
export type UpsertContact = Readonly<{ type: 'upsert-contact'; tags?: readonly string[] | undefined }> &
  Identity &
  Profile &
  Readonly<{
    /** What a platform reported: the account that the person was active with, and when. */
    seen?: Readonly<{ accountId: string; at: string; asInbound?: boolean }> | undefined;
    /** Suppresses the contact; false lifts nothing. */
    suppress?: boolean | undefined;
    /** The deletions of the contact that the sender knows of: after another one nothing is created or changed. */
    knownDeletions?: number | undefined;
  }>;

export type ReceiveMessage = Readonly<{
  type: 'receive-message';
  messageId: string;
  accountId: string;
  platformMessageId: string;
  text: string;
  /** ISO 8601 */
  receivedAt: string;
  username?: string | undefined;
}> &
  Identity;

export type ContactCommand =
  | UpsertContact
  | ReceiveMessage
  | (Readonly<{
      type: 'change-contact';
      tags?: readonly string[] | undefined;
      isSuppressed?: boolean | undefined;
    }> &
      Pick<Profile, 'displayName' | 'customFields'>)
  | Readonly<{ type: 'add-tag' | 'remove-tag'; tag: string }>
  | Readonly<{ type: 'delete-contact'; everywhere: boolean }>
  /** The key of a deleted contact was destroyed. */
  | Readonly<{ type: 'note-erased'; personId: string }>
  | MessageCommand;

/** The most tags of one contact. */
export const maxTags = 100;

/** A person is seen once an hour: comments by the thousand leave few events. */
const seenAgainMs = 3_600_000;

/** The person that a contact is in this life: the subject of its key. */
const personOf = (contactId: string, { lives }: ContactState): string => `${contactId}.${lives}`;

/** The person that a contact is now, or that it becomes when it is made the next time. */
export const personNow = (contactId: string, state: ContactState): string =>
  state.kind === 'existing' ? state.personId : personOf(contactId, state);

/** The person that most contacts are: one that was never deleted. */
export const firstLifeOf = (contactId: string): string => personOf(contactId, absentContact);

const profileChange = (profile: Profile, now: LivingContact): readonly ContactEvent[] => {
  const changed = (['displayName', 'username', 'avatarUrl', 'customFields'] as const).filter(
    (name) => profile[name] !== undefined && profile[name] !== now[name],
  );
  if (changed.length === 0) return [];
  const values = Object.fromEntries(changed.map((name) => [name, profile[name]]));
  return [ContactProfileChanged({ personId: now.personId, ...values })];
};

const tagsChange = (tags: readonly string[] | undefined, now: LivingContact): readonly ContactEvent[] => {
  if (!tags) return [];
  const wanted = [...new Set(tags)];
  if (wanted.length === now.tags.length && wanted.every((tag, index) => tag === now.tags[index])) return [];
  if (wanted.length > maxTags) throw new Refused('VALIDATION_ERROR', `tags: a contact has at most ${maxTags} tags`);
  return [ContactTagsChanged({ tags: wanted })];
};

const seenChange = ({ seen }: UpsertContact, now: LivingContact): readonly ContactEvent[] => {
  if (!seen) return [];
  const before = now.lastSeenAt === null ? -Infinity : Date.parse(now.lastSeenAt);
  const isLinked = now.accountId !== null;
  if (isLinked && Date.parse(seen.at) < before + seenAgainMs) return [];
  return [ContactSeen({ accountId: isLinked ? null : seen.accountId, seenAt: seen.at })];
};

const upsert = (command: UpsertContact, state: ContactState): readonly ContactEvent[] => {
  const { knownDeletions = state.lives, suppress } = command;
  if (knownDeletions !== state.lives) return [];
  const reason = state.suppression ?? (suppress ? 'MANUAL' : null);
  if (state.kind === 'existing')
    return [
      ...profileChange(command, state),
      ...tagsChange(command.tags, state),
      ...seenChange(command, state),
      ...(reason === state.suppression ? [] : [ContactSuppressed({ reason: 'MANUAL' })]),
    ];
  const { contactId, platform, platformId, tags = [], seen } = command;
  return [
    ContactCreated({
      contactId,
      platform,
      platformId,
      personId: personOf(contactId, state),
      accountId: seen?.accountId ?? null,
      displayName: command.displayName ?? null,
      username: command.username ?? null,
      avatarUrl: command.avatarUrl ?? null,
      tags: [...new Set(tags)],
      customFields: command.customFields ?? '{}',
      lastSeenAt: seen?.at ?? null,
      lastInboundAt: seen?.asInbound ? seen.at : null,
    }),
    ...(reason === null ? [] : [ContactSuppressed({ reason })]),
  ];
};

/** The message, and the suppression where it opts out: one append, so no send comes between them. */
const receive = (command: ReceiveMessage, state: ContactState): readonly ContactEvent[] => {
  const { contactId, platform, platformId, messageId, accountId, platformMessageId, text, receivedAt } = command;
  const { username } = command;
  if (state.kind === 'existing' && state.heard.includes(messageId)) return [];
  const events: ContactEvent[] = [];
  if (state.kind === 'absent')
    events.push(...upsert({ type: 'upsert-contact', contactId, platform, platformId, username }, state));
  else if (username !== undefined && state.username !== forgotten) events.push(...profileChange({ username }, state));
  const personId = personNow(contactId, state);
  events.push(InboundMessageReceived({ messageId, personId, accountId, platformMessageId, text, receivedAt }));
  if (isStopMessage(text) && state.suppression === null) events.push(ContactSuppressed({ reason: 'STOP_KEYWORD' }));
  // What a person of the workspace suppressed, only a person of the workspace lifts.
  if (isStartMessage(text) && state.suppression === 'STOP_KEYWORD') events.push(ContactUnsuppressed({}));
  return events;
};

const suppressionChange = (
  { wanted }: Readonly<{ wanted: boolean | undefined }>,
  { suppression }: ContactState,
): readonly ContactEvent[] => {
  if (wanted === undefined || wanted === (suppression !== null)) return [];
  return [wanted ? ContactSuppressed({ reason: 'MANUAL' }) : ContactUnsuppressed({})];
};

const decide = (command: ContactCommand, state: ContactState): readonly ContactEvent[] => {
  if (command.type === 'upsert-contact') return upsert(command, state);
  if (command.type === 'receive-message') return receive(command, state);
  if (command.type === 'note-erased')
    return state.toErase.includes(command.personId) ? [ContactErased({ personId: command.personId })] : [];
  if (state.kind === 'absent') throw notFound('contact');
  switch (command.type) {
    case 'change-contact':
      return [
        ...profileChange(command, state),
        ...tagsChange(command.tags, state),
        ...suppressionChange({ wanted: command.isSuppressed }, state),
      ];
    case 'add-tag':
      return state.tags.includes(command.tag) ? [] : tagsChange([...state.tags, command.tag], state);
    case 'remove-tag':
      return tagsChange(
        state.tags.filter((tag) => tag !== command.tag),
        state,
      );
    case 'delete-contact': {
      const { contactId, personId } = state;
      return [ContactDeleted({ contactId, personId, everywhere: command.everywhere })];
    }
    case 'start-message':
    case 'note-message-sent':
    case 'note-message-failed':
    case 'note-message-read':
      return decideMessage(command, state);
    default:
      return unreachable(command);
  }
};

/**
 * `contact-<id>`: one person on one platform, whose id is derived from workspace, platform and the platform's own
 * id: the same person is one stream. Messages to and from the person are in it, so that a send is decided on
 * the newest suppression.
 */
export const contact: Decider<ContactState, ContactCommand, ContactEvent> = {
  category: 'contact',
  initial: absentContact,
  decide,
  evolve: evolveContact,
};
