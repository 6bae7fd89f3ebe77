import { account } from './accounts/account.ts';
import { accountCompaction } from './accounts/account-compaction.ts';
import { creditAccount } from './credits/credit-account.ts';
import { creditCompaction } from './credits/credit-compaction.ts';
import { contact } from './contacts/contact.ts';
import { contactCompaction } from './contacts/contact-compaction.ts';
import type { Compaction } from './kernel/compaction.ts';
import type { NewEvent } from './kernel/event.ts';
import { scheduledPlacesCategory } from './posts/scheduled-places.ts';
import { slotCompaction } from './workspaces/slot-compaction.ts';
import { apiKeySlots, ownedWorkspaces } from './workspaces/slots.ts';

/** The categories of streams that grow as long as their aggregate lives, and how commands read them. */
export const compactions: ReadonlyMap<string, Compaction<NewEvent>> = new Map<string, Compaction<NewEvent>>([
  [account.category, accountCompaction],
  [creditAccount.category, creditCompaction],
  [contact.category, contactCompaction],
  [apiKeySlots.category, slotCompaction],
  [ownedWorkspaces.category, slotCompaction],
  [scheduledPlacesCategory, slotCompaction],
]);
