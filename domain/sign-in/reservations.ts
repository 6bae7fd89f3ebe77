import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { Refused } from '../kernel/refused.ts';
import { reservation } from '../kernel/reservation.ts';

export const SignInAddressClaimed = defineEvent('SignInAddressClaimed', z.object({ userId: z.string() }), {
  description: 'A person claimed the e-mail address that they sign in with.',
});
export const signInAddressEvents = [SignInAddressClaimed] as const;
type AddressEvent = EventOf<(typeof signInAddressEvents)[number]>;

/** `signInAddress-<keyed hash of the address>`: one address, for one person. */
export const signInAddress = reservation<object, AddressEvent>({
  category: 'signInAddress',
  capacity: 1,
  reserved: ({ holder }) => [SignInAddressClaimed({ userId: holder })],
  evolve: (_, { data }) => ({ [data.userId]: null }),
  refusal: () => new Refused('CONFLICT', 'A person signs in with this address already', { field: 'email' }),
});

export const SetUpClaimed = defineEvent('SetUpClaimed', z.object({ userId: z.string() }), {
  description: 'The first owner of the installation used the set-up link.',
});
export const SetUpReleased = defineEvent('SetUpReleased', z.object({ userId: z.string() }), {
  description: 'A set-up was refused after its link was used, so the link opens again.',
});
export const setUpEvents = [SetUpClaimed, SetUpReleased] as const;
type SetUpEvent = EventOf<(typeof setUpEvents)[number]>;

/** The one set-up of an installation. */
export const setUpId = 'installation';

/** `setUp-installation`: the person who set the installation up. Of two at once, one wins. */
export const setUp = reservation<object, SetUpEvent>({
  category: 'setUp',
  capacity: 1,
  reserved: ({ holder }) => [SetUpClaimed({ userId: holder })],
  released: ({ holder }) => SetUpReleased({ userId: holder }),
  evolve: (_, { type, data }) => (type === 'SetUpClaimed' ? { [data.userId]: null } : {}),
  refusal: () => new Refused('CONFLICT', 'This installation is set up already. Sign in instead'),
});
