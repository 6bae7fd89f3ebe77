import { account } from '../../../domain/accounts/account.ts';
import type { FinishWebhook } from '../../../processes/platform-webhooks/kept-webhooks.ts';
import { carryOutChange, type CarryOutParts } from './carry-out.ts';
import { jsonOf, receivers } from './receivers.ts';

/** Carries out a change that was kept, as its platform reported it. */
export const finishWebhooks = (parts: CarryOutParts): FinishWebhook => {
  const carryOut = carryOutChange(parts);
  return async ({ accountId, platform, body, receivedAt }, { workspaceId, mode }) => {
    const receiver = receivers[platform];
    const state = (await parts.commands.load(account, accountId, workspaceId))?.state;
    // The body of an erased person is no JSON, and an account that was disconnected has no inbox.
    const change = jsonOf(body);
    if (!receiver?.bodyAgain || change === undefined || !state || state.status === 'disconnected') return true;
    const to = platform === 'FACEBOOK' ? (state.page?.id ?? '') : state.profile.nativeId;
    const target = { id: accountId, workspaceId, platform, mode };
    let isDone = true;
    for (const each of receiver.changes(receiver.bodyAgain(change, to, receivedAt)))
      isDone = (await carryOut(target, each)) && isDone;
    return isDone;
  };
};
