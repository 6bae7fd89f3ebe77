import type { NativeMention } from '../../domain/mentions/received-mention.ts';
import { receivedMention } from '../../domain/mentions/received-mention.ts';
import { mention } from '../../domain/mentions/mention.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import { authorIdOf } from '../contacts/contact-ids.ts';
import { idFrom } from '../kernel/deterministic-ids.ts';
import type { WriteContext } from '../kernel/endpoint.ts';

/** The id of a mention of an account: the same however often its platform reports it. */
const mentionIdOf = (accountId: string, nativeId: string): string =>
  idFrom(0, JSON.stringify(['mention', accountId, nativeId]));

/** Records a mention that a platform reports, once. */
export const receiveMention = async (
  account: Readonly<{ id: string; platform: Platform }>,
  native: NativeMention,
  postId: string | undefined,
  {
    handle,
    now,
    caller,
  }: Pick<WriteContext, 'handle' | 'now'> & Readonly<{ caller: Readonly<{ workspaceId: string }> }>,
): Promise<void> => {
  const mentionId = mentionIdOf(account.id, native.nativeId);
  const { nativeId, author } = native;
  const contactId = authorIdOf(caller.workspaceId, account.platform, { authorId: author.id, nativeId });
  const command = receivedMention({ mention: native, account, postId, mentionId, contactId, now });
  await handle(mention, mentionId, command, { step: mentionId });
};
