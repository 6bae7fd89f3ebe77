import type { Platform } from '../../../domain/platforms/platform.ts';

/** The registration of the service with a platform. */
export const clientOf = (platform: Platform): Readonly<{ id: string; secret: string }> => ({
  id: `${platform.toLowerCase()}-client`,
  secret: `${platform.toLowerCase()}-secret`,
});
