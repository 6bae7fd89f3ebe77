import type { Platform } from '../../../domain/platforms/platform.ts';
import type { SandboxStore } from './store.ts';

/**
 * The store as one call of a platform uses it. A call whose grant was read without any fault in its
 * workspace asks for none: most calls save a statement.
 */
export const storeOfCall = (store: SandboxStore): SandboxStore => {
  const spared = new Set<string>();
  const placeOf = (platform: Platform, workspaceId: string | null): string => `${platform} ${workspaceId ?? ''}`;
  return {
    ...store,
    async grant(platform, kind, value) {
      const found = await store.grant(platform, kind, value);
      if (found && !found.hasFaults) spared.add(placeOf(platform, found.account.workspaceId));
      return found;
    },
    takeFault: async (fits) =>
      spared.has(placeOf(fits.platform, fits.workspaceId)) ? undefined : store.takeFault(fits),
  };
};
