import { z } from 'zod';
import type { Credentials } from '../../../../domain/platforms/publisher.ts';
import { shaped } from '../shape.ts';
import type { SnapchatApi } from './api.ts';

const Mine = z.object({
  public_profile: z.object({
    id: z.string(),
    display_name: z.string(),
    snap_user_name: z.string().optional(),
    subscriber_count: z.coerce.number().optional(),
    logo_urls: z.object({ original_logo_url: z.string().optional() }).optional(),
  }),
});

/** The public profile the token is for (Snap docs: "Profiles"). */
export const myProfile = async (
  api: SnapchatApi,
  as: Readonly<{ credentials: Credentials; signal?: AbortSignal }>,
): Promise<z.infer<typeof Mine>['public_profile']> => {
  const reply = await api({ method: 'GET', path: '/public_profiles/my_profile', effect: 'read' }, as);
  return shaped(Mine, reply, 'read').public_profile;
};
