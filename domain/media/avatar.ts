import { z } from 'zod';
import type { Decider } from '../kernel/decider.ts';
import { defineEvent, type EventOf } from '../kernel/event.ts';

export const AvatarUploadRequested = defineEvent(
  'AvatarUploadRequested',
  z.object({
    avatarId: z.string(),
    contentType: z.string(),
    /** The announced length, or the largest one that the address takes. */
    sizeBytes: z.number().int().nonnegative(),
  }),
  { description: 'An upload address for a logo or an avatar was issued.' },
);

export const avatarEvents = [AvatarUploadRequested] as const;
export type AvatarEvent = EventOf<(typeof avatarEvents)[number]>;

export type AvatarCommand = Readonly<{
  type: 'request-avatar-upload';
  avatarId: string;
  contentType: string;
  sizeBytes: number;
}>;

/** Whether the address was issued. */
export type AvatarState = boolean;

/** `avatar-<id>`: a picture that counts towards the storage of its workspace, and is not listed as media. */
export const avatar: Decider<AvatarState, AvatarCommand, AvatarEvent> = {
  category: 'avatar',
  initial: false,
  decide: ({ type: _, ...data }, isIssued) => (isIssued ? [] : [AvatarUploadRequested(data)]),
  evolve: () => true,
};
