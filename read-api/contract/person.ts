import { z } from 'zod';

/** A person in the form of every answer. */
export const PersonReply = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string().nullable(),
    avatarUrl: z.string().nullable(),
    externalId: z.string(),
    isSystemAdmin: z.boolean(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Person' });
