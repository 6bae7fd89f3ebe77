import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Proven } from '../../../commands/sign-in/sign-in-with-password.ts';

/** As long as a person needs to fetch the telephone, or the mail. */
export const halfMs = 10 * 60_000;

export type HalfSignIns = Readonly<{
  /** What was proven, for the form that asks for a code. The link of a mail has it too: the mail is what proves it. */
  make(proven: Proven, signInId: string, now: Date): string;
  /** Undefined for another sign-in, after its time, and for a text that the service never made. */
  read(half: string, signInId: string, now: Date): Proven | undefined;
}>;

const Stored = z.object({
  userId: z.string(),
  by: z.discriminatedUnion('method', [
    z.object({ method: z.literal('password'), passwordId: z.string() }),
    z.object({ method: z.literal('mail_link'), linkId: z.string() }),
  ]),
  ends: z.number(),
});

/**
 * The first half of a sign-in, carried by the form of the second: any node goes on with it. The provider ties a sign-in to
 * the browser that began it.
 */
export const halfSignIns = (secret: string): HalfSignIns => {
  const macOf = (text: string, signInId: string): Buffer =>
    createHmac('sha256', secret).update(`half\n${signInId}\n${text}`).digest();
  return {
    make: (proven, signInId, now) => {
      const text = Buffer.from(JSON.stringify({ ...proven, ends: now.getTime() + halfMs })).toString('base64url');
      return `${text}.${macOf(text, signInId).toString('base64url')}`;
    },
    read: (half, signInId, now) => {
      const [text = '', mac = ''] = half.split('.');
      const [expected, presented] = [macOf(text, signInId), Buffer.from(mac, 'base64url')];
      if (presented.length !== expected.length || !timingSafeEqual(presented, expected)) return undefined;
      const { ends, ...proven } = Stored.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
      return ends > now.getTime() ? proven : undefined;
    },
  };
};
