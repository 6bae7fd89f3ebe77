import { z } from 'zod';
import { unreachable, type Decider } from '../kernel/decider.ts';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { Refused } from '../kernel/refused.ts';
import { requireRoom, type Plan } from '../plans/plan.ts';
import { Platform } from '../platforms/platform.ts';

export const AccountSlotTaken = defineEvent(
  'AccountSlotTaken',
  z.object({
    /** A hash of platform and native id. */
    nativeKey: z.string(),
    accountId: z.string(),
    platform: Platform,
  }),
  { description: 'A place among the accounts of the workspace was claimed, before the account is connected.' },
);
export const AccountSlotReleased = defineEvent('AccountSlotReleased', z.object({ accountId: z.string() }), {
  description: 'The place of an account became free; if the account is connected again, it gets the same id.',
});

export const accountRegistryEvents = [AccountSlotTaken, AccountSlotReleased] as const;
export type AccountRegistryEvent = EventOf<(typeof accountRegistryEvents)[number]>;

type Slot = Readonly<{ accountId: string; platform: Platform; held: boolean }>;
/** By native key. */
export type AccountRegistryState = Readonly<Record<string, Slot>>;

export type AccountRegistryCommand =
  | Readonly<{
      type: 'take-slot';
      nativeKey: string;
      platform: Platform;
      /** The id of the account, if it is a new one. */
      newAccountId: string;
      /**
       * The plan whose limit counts; `unlimited` for accounts that the service itself provisions.
       */
      plan: Plan | 'unlimited';
      /** Empty means all. */
      allowedPlatforms: readonly Platform[];
    }>
  | Readonly<{ type: 'release-slot'; accountId: string }>;

const heldSlots = (state: AccountRegistryState): readonly Slot[] => Object.values(state).filter(({ held }) => held);

/** Refuses a platform that the workspace has not enabled. An empty list enables all. */
export const refuseRestricted = (platform: Platform, allowedPlatforms: readonly Platform[]): void => {
  if (allowedPlatforms.length > 0 && !allowedPlatforms.includes(platform))
    throw new Refused('PLATFORM_RESTRICTED', `${platform} is not enabled for this workspace`, { platform });
};

/**
 * Refuses a connection that would exceed the plan's limit: all places are taken and none of them by
 * an account of this platform, which could be reconnected.
 */
export const refuseHopeless = (state: AccountRegistryState, platform: Platform, plan: Plan): void => {
  const held = heldSlots(state);
  if (!held.some((slot) => slot.platform === platform)) requireRoom(plan, 'accounts', held.length);
};

const decide = (command: AccountRegistryCommand, state: AccountRegistryState): readonly AccountRegistryEvent[] => {
  switch (command.type) {
    case 'take-slot': {
      const { nativeKey, platform, newAccountId, plan, allowedPlatforms } = command;
      refuseRestricted(platform, allowedPlatforms);
      const known = state[nativeKey];
      if (known?.held) return [];
      if (plan !== 'unlimited') requireRoom(plan, 'accounts', heldSlots(state).length);
      return [AccountSlotTaken({ nativeKey, platform, accountId: known?.accountId ?? newAccountId })];
    }
    case 'release-slot': {
      const { accountId } = command;
      return heldSlots(state).some((slot) => slot.accountId === accountId) ? [AccountSlotReleased({ accountId })] : [];
    }
    default:
      return unreachable(command);
  }
};

const evolve = (state: AccountRegistryState, event: AccountRegistryEvent): AccountRegistryState => {
  switch (event.type) {
    case 'AccountSlotTaken': {
      const { nativeKey, accountId, platform } = event.data;
      return { ...state, [nativeKey]: { accountId, platform, held: true } };
    }
    case 'AccountSlotReleased':
      return Object.fromEntries(
        Object.entries(state).map(([key, slot]) => [
          key,
          slot.accountId === event.data.accountId ? { ...slot, held: false } : slot,
        ]),
      );
    default:
      return unreachable(event);
  }
};

/**
 * The places for accounts of one workspace (the stream's id is the workspace's): one native account
 * has one place and one id, and only this stream enforces the plan's limit.
 */
export const accountRegistry: Decider<AccountRegistryState, AccountRegistryCommand, AccountRegistryEvent> = {
  category: 'accountRegistry',
  initial: {},
  decide,
  evolve,
};
