import { z } from 'zod';
import { roles } from './rights-of-roles.ts';

export const Role = z.enum(roles).meta({ id: 'Role' });
export type Role = z.infer<typeof Role>;

/** Assignable roles: there is one owner, and ownership only moves by transfer. */
export const GivenRole = z.enum(['ADMIN', 'MEMBER', 'EDITOR', 'VIEWER']);
export type GivenRole = z.infer<typeof GivenRole>;

/** A person's role; undefined for an absent person and for one who is not a member. */
export const roleOf = (members: Readonly<Record<string, Role>>, userId: string | undefined): Role | undefined =>
  userId !== undefined && Object.hasOwn(members, userId) ? members[userId] : undefined;

/** Whether a role manages the workspace itself: its settings, members, invitations and API keys. */
export const mayManage = (role: Role | undefined): boolean => role === 'OWNER' || role === 'ADMIN';
