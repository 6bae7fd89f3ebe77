import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { contactIdOf } from '../../../commands/contacts/contact-ids.ts';
import { idFrom } from '../../../commands/kernel/deterministic-ids.ts';
import { forEachConcurrently } from '../../../commands/kernel/for-each-concurrently.ts';
import { account } from '../../../domain/accounts/account.ts';
import { contact, personNow } from '../../../domain/contacts/contact.ts';
import { isStopMessage } from '../../../domain/contacts/stop-keywords.ts';
import type { Mode } from '../../../domain/kernel/mode.ts';
import { platformWebhook } from '../../../domain/platform-webhooks/platform-webhook.ts';
import type { NativeChange } from '../../outside/platforms/webhook.ts';
import { carryOutChange, contextOf, type CarryOutParts } from './carry-out.ts';
import type { FindTargets } from './find-targets.ts';
import { followUps } from './follow-up.ts';
import type { Target } from './target.ts';

type Parts = CarryOutParts &
  Readonly<{
    targetsOf: FindTargets;
    /** Called where a kept change could not be carried out. */
    onFault(error: unknown): void;
  }>;

/** The changes of one body that are kept at the same time. */
const keptAtOnce = 16;
/** Requests whose changes are being kept at the same time: with more than these, keeping comes first. */
const manyAtOnce = 16;

/** The person of a change, before it is known whether it becomes a comment or a mention. */
const contactOf = ({ workspaceId, platform }: Target, { authorId, raw }: NativeChange): string =>
  contactIdOf(workspaceId, platform, authorId === '' ? `unknown ${hash('sha256', raw)}` : authorId);

/** The person of a direct message is erased by each deletion of the contact: its key is that of their messages. */
const subjectOf = async (target: Target, change: NativeChange, { commands }: Parts): Promise<string> => {
  const contactId = contactOf(target, change);
  if (change.what.kind !== 'message') return contactId;
  const state = (await commands.load(contact, contactId, target.workspaceId))?.state;
  return personNow(contactId, state ?? contact.initial);
};

const webhookIdOf = ({ id }: Target, { raw }: NativeChange): string =>
  idFrom(0, JSON.stringify(['platform-webhook', id, hash('sha256', raw)]));

/**
 * Whether a change is carried out before its answer, however many others wait: a message that opts
 * out acts at once, and a later edit must not be overtaken by an earlier one.
 */
const isUrgent = ({ what }: NativeChange): boolean =>
  (what.kind === 'message' && isStopMessage(what.message.text)) || (what.kind === 'comment' && what.isEdit);

/** A change that is in the log and not carried out. */
type Kept = Readonly<{ change: NativeChange; target: Target; webhookId: string }>;

/** Records what platforms report: first the change as it was received, then what it means, each once. */
export const receiveWebhooks = (parts: Parts) => {
  const { targetsOf, onFault } = parts;
  const carryOut = carryOutChange(parts);
  /** Requests whose changes are not all in the log yet. */
  let keepingNow = 0;
  const followUp = followUps({ isBusy: () => keepingNow > manyAtOnce });
  // No read model shows a kept change, so no read waits for it.
  const keeping = { ...parts, appended: () => undefined };

  /**
   * Appends a change without a read of its stream, which is expected not to exist. A change that was
   * delivered before loses that race, and changes nothing.
   */
  const keep = async (change: NativeChange, target: Target): Promise<Kept | undefined> => {
    const webhookId = webhookIdOf(target, change);
    const { id: accountId, platform } = target;
    const contactId = await subjectOf(target, change, parts);
    const received = { webhookId, contactId, accountId, platform, body: change.raw };
    const command = { type: 'receive-webhook', ...received } as const;
    const { state } = await contextOf(target, keeping).handle(platformWebhook, webhookId, command, { fresh: true });
    return state === 'handled' ? undefined : { change, target, webhookId };
  };

  /** Accounts that were looked at within a minute: whether a report of theirs is recorded. */
  const noted = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 });

  /** Records the first report about an account: from then on reading it is only a second look. */
  const noteArrival = async (target: Target): Promise<void> => {
    const { id, workspaceId } = target;
    if (noted.has(id)) return;
    noted.set(id, true);
    const reports = (await parts.commands.load(account, id, workspaceId, { maxAgeMs: 5_000 }))?.state?.reports;
    if (reports?.source === undefined || reports.arrived) return;
    await contextOf(target, parts).handle(account, id, { type: 'note-report' });
  };

  const keepAll = async (change: NativeChange, mode: Mode): Promise<readonly Kept[]> => {
    const kept: Kept[] = [];
    for (const target of await targetsOf(change, mode)) {
      const one = await keep(change, target);
      if (one) kept.push(one);
    }
    return kept;
  };

  const finish = async ({ change, target, webhookId }: Kept): Promise<void> => {
    try {
      await noteArrival(target);
      if (!(await carryOut(target, change))) return;
      const handled = { type: 'note-handled', webhookId } as const;
      await contextOf(target, keeping).handle(platformWebhook, webhookId, handled, { last: true });
    } catch (error) {
      onFault(error);
    }
  };

  return {
    /** Settles when every change is in the log. One that could not be carried out waits there for its retry. */
    receive: async (changes: readonly NativeChange[], mode: Mode): Promise<void> => {
      const kept: (readonly Kept[])[] = changes.map(() => []);
      keepingNow++;
      try {
        await forEachConcurrently([...changes.entries()], keptAtOnce, async ([index, change]) => {
          kept[index] = await keepAll(change, mode);
        });
      } finally {
        keepingNow--;
      }
      for (const each of kept.flat())
        await followUp({
          workspaceId: each.target.workspaceId,
          size: each.change.raw.length,
          isUrgent: isUrgent(each.change),
          run: () => finish(each),
        });
    },
  };
};
