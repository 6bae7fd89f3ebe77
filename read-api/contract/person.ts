import { z } from 'zod';
import { Plan } from '../../domain/plans/plan.ts';
import { Role } from '../../domain/workspaces/role.ts';

/** The profile of a person. */
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

/** A workspace of a person. For an owner, the plan is the highest of all workspaces they own. */
export const MyWorkspace = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  logo: z.string().nullable(),
  logoUrl: z.string().nullable(),
  plan: Plan,
  role: Role,
  joinedAt: z.string(),
});
export type MyWorkspace = z.infer<typeof MyWorkspace>;

/** A person in the form of every answer. */
export const UserReply = PersonReply.extend({ workspaces: z.array(MyWorkspace) }).meta({ id: 'User' });

/** The signed-in person, as they see themselves. */
export const MeReply = UserReply.extend({
  isOperator: z.boolean().meta({ description: 'Whether this person operates the service, and may use /v1/admin' }),
}).meta({ id: 'Me' });
