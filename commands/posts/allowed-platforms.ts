import { refuseRestricted } from '../../domain/accounts/account-registry.ts';
import type { Destination } from '../../domain/posts/values.ts';
import { effectiveSettings } from '../../domain/workspaces/settings.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import type { WriteContext } from '../kernel/endpoint.ts';

/** Refuses destinations on a platform that the workspace has not enabled. */
export const requireAllowedPlatforms = async (
  destinations: readonly Pick<Destination, 'platform'>[],
  { caller, load }: WriteContext,
): Promise<void> => {
  const settings = (await load(workspace, caller.workspaceId))?.state?.settings;
  const { allowedPlatforms } = effectiveSettings(settings ?? {});
  for (const { platform } of destinations) refuseRestricted(platform, allowedPlatforms ?? []);
};
