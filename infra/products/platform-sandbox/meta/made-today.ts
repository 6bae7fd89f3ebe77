import { z } from 'zod';
import type { MetaSession } from './session.ts';

const daySeconds = 86_400;

const Made = z.object({ at: z.array(z.number()) });

const secondsNow = ({ call }: MetaSession): number => Math.floor(call.world.now().getTime() / 1000);

/** When the account published within the last day, in seconds. The record is as long as the quota at most. */
const madeAt = async (session: MetaSession, kind: 'post' | 'reply'): Promise<readonly number[]> => {
  const { call, account } = session;
  const made = Made.safeParse(await call.world.store.record(account.platform, `made-${kind}`, account.nativeId)).data;
  return (made?.at ?? []).filter((second) => second > secondsNow(session) - daySeconds);
};

/** How many objects the account published within the last day, deleted ones included. */
export const madeToday = async (session: MetaSession, kind: 'post' | 'reply'): Promise<number> =>
  (await madeAt(session, kind)).length;

export const countMade = async (session: MetaSession, kind: 'post' | 'reply'): Promise<void> => {
  const { call, account } = session;
  const at = [...(await madeAt(session, kind)), secondsNow(session)];
  await call.world.store.putRecord(account.platform, `made-${kind}`, account.nativeId, { at });
};
