import { accountRelease } from './account-release.ts';
import { eventSubscriptions } from './event-subscriptions.ts';
import { tokenRefresh } from './token-refresh.ts';

export const accountProcesses = [tokenRefresh, accountRelease, eventSubscriptions] as const;
