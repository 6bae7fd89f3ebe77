import { refuseRestricted } from '../../domain/accounts/account-registry.ts';
import type { Destination } from '../../domain/posts/values.ts';
import { effectiveSettings } from '../../domain/workspaces/settings.ts';
import type { WriteContext } from '../kernel/endpoint.ts';
import { callersWorkspace } from './callers-workspace.ts';

/** Refuses destinations on a platform that the workspace has not enabled. */
export const requireAllowedPlatforms = async (
  destinations: readonly Pick<Destination, 'platform'>[],
  context: WriteContext,
): Promise<void> => {
  const { allowedPlatforms } = effectiveSettings((await callersWorkspace(context))?.settings ?? {});
  for (const { platform } of destinations) refuseRestricted(platform, allowedPlatforms ?? []);
};
