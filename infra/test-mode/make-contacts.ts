import { contactIdOf } from '../../commands/contacts/contact-ids.ts';
import { commandIdFor } from '../../commands/kernel/deterministic-ids.ts';
import { forEachConcurrently } from '../../commands/kernel/for-each-concurrently.ts';
import type { CommandContext } from '../../commands/kernel/command.ts';
import type { CommandHandler } from '../../commands/kernel/handle.ts';
import { contact, firstLifeOf } from '../../domain/contacts/contact.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { Platform } from '../../domain/platforms/platform.ts';

export type WantedContacts = Readonly<{
  account: Readonly<{ id: string; platform: Platform; nativeId: string }>;
  count: number;
  tags: readonly string[];
}>;

type Parts = Readonly<{
  commands: Pick<CommandHandler, 'handle'>;
  /** The platform has heard from these people: all whose id there is `<crowd>-<number>`. */
  heardFromCrowd(account: WantedContacts['account'], crowd: string): Promise<void>;
  /** Makes the keys of these people in one statement, so that each append finds its own. */
  prepareKeys(subjects: readonly string[]): Promise<unknown>;
}>;

/** Contacts whose keys are made together, and appends that are under way at once. */
const batch = 1_000;
const appendsAtOnce = 64;

/** Makes people who have written to an account before. Returns the position of the last of them. */
export const makeContacts = async (
  { account, count, tags }: WantedContacts,
  { commandId, meta }: CommandContext,
  { commands, prepareKeys, heardFromCrowd }: Parts,
): Promise<Position | undefined> => {
  const { workspaceId, occurredAt } = meta;
  const crowd = commandIdFor(commandId, 'people').slice(0, 12);
  await heardFromCrowd(account, crowd);
  let last: Position | undefined;
  for (let from = 0; from < count; from += batch) {
    const people = Array.from({ length: Math.min(batch, count - from) }, (_, index) => {
      const number = from + index + 1;
      const platformId = `${crowd}-${number}`;
      return { number, platformId, contactId: contactIdOf(workspaceId, account.platform, platformId) };
    });
    await prepareKeys(people.map(({ contactId }) => firstLifeOf(contactId)));
    await forEachConcurrently(people, appendsAtOnce, async ({ number, platformId, contactId }) => {
      const { position } = await commands.handle(
        contact,
        contactId,
        {
          type: 'upsert-contact',
          contactId,
          platform: account.platform,
          platformId,
          tags,
          displayName: `Test Person ${number}`,
          username: `test.person.${number}`,
          seen: { accountId: account.id, at: occurredAt, asInbound: true },
        },
        { commandId: commandIdFor(commandId, contactId), meta, fresh: true },
      );
      if (position && (last === undefined || position.commit > last.commit)) last = position;
    });
  }
  return last;
};
