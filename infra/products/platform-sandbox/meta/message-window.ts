import type { Platform } from '../../../../domain/platforms/platform.ts';
import type { SandboxWorld } from '../platform.ts';
import { Refusal } from './graph-errors.ts';
import type { MetaSession } from './session.ts';

const hourMs = 3_600_000;
const windowMs = 24 * hourMs;
/** How long the tag HUMAN_AGENT allows an answer (Meta: "Message tags"). */
const humanAgentMs = 7 * 24 * hourMs;

type Place = Readonly<{ platform: Platform; accountNativeId: string }>;

const placeOf = (accountNativeId: string, personId: string): string => `${accountNativeId} ${personId}`;

/** Opens the window: a person has written to the account, which may read their name from now on. */
export const heardFrom = async (
  world: SandboxWorld,
  { platform, accountNativeId }: Place,
  personId: string,
  name?: string,
): Promise<void> => {
  const at = world.now().toISOString();
  const named = name === undefined ? {} : { name };
  await world.store.putRecord(platform, 'heard', placeOf(accountNativeId, personId), { at, ...named });
};

/** The name of a person who wrote to the account; undefined for anybody else (Meta: "User Profile API"). */
const nameOfWriter = async ({ call, account }: MetaSession, personId: string): Promise<string | undefined> => {
  const heard = await call.world.store.record(account.platform, 'heard', placeOf(account.nativeId, personId));
  return typeof heard?.['name'] === 'string' ? heard['name'] : undefined;
};

/** The same for a crowd of people: all whose id is `<crowd>-<number>`. */
export const heardFromCrowd = (world: SandboxWorld, place: Place, crowd: string): Promise<void> =>
  heardFrom(world, place, `${crowd}-*`);

/** When a person wrote last; undefined for one who never did. */
const lastHeard = async ({ call, account }: MetaSession, personId: string): Promise<number | undefined> => {
  const crowd = /^(.+)-\d+$/.exec(personId)?.[1];
  for (const id of crowd === undefined ? [personId] : [personId, `${crowd}-*`]) {
    const heard = await call.world.store.record(account.platform, 'heard', placeOf(account.nativeId, id));
    if (heard) return Date.parse(String(heard['at']));
  }
  return undefined;
};

/**
 * Whether a person may be messaged: their last message is less than a day old, or a week with the tag of a
 * human agent (Meta: "Messenger Platform and IG Messaging API policy").
 */
export const isWindowOpen = async (session: MetaSession, recipient: string, tag?: 'HUMAN_AGENT'): Promise<boolean> => {
  const at = await lastHeard(session, recipient);
  const lengthMs = tag === undefined ? windowMs : humanAgentMs;
  return at !== undefined && session.call.world.now().getTime() - at <= lengthMs;
};

export const windowClosed = {
  code: 10,
  subcode: 2018278,
  message: '(#10) This message is sent outside of allowed window. Learn more about the new policy.',
} as const;

/** What is there under an id. Where nothing is, the person of this id who wrote to the account. */
export const foundOrWriter = async <Found extends object>(
  session: MetaSession,
  id: string,
  find: () => Promise<Found>,
): Promise<Found | Readonly<{ writer: string }>> => {
  try {
    return await find();
  } catch (error) {
    const writer = error instanceof Refusal ? await nameOfWriter(session, id) : undefined;
    if (writer === undefined) throw error;
    return { writer };
  }
};
