import { activeSubscriptionOf } from '../../../commands/billing/deletion.ts';
import type { WorkspacePorts } from '../../../commands/workspaces/ports.ts';

type Parts = Omit<WorkspacePorts, 'activeSubscription'> &
  Readonly<{ commands: Parameters<typeof activeSubscriptionOf>[0] }>;

/** The ports of the write endpoints. */
export const workspacePorts = ({ commands, ...others }: Parts): WorkspacePorts => ({
  ...others,
  activeSubscription: activeSubscriptionOf(commands),
});
