import { z } from 'zod';
import { defineEvent } from '../kernel/event.ts';

const ofPasskey = z.object({ userId: z.string(), passkeyId: z.string() });

/** The challenge that an authenticator signed. It counts once, and until its end. */
const challenge = { challengeId: z.string(), challengeEnds: z.iso.datetime() };

export const PasskeyAdded = defineEvent(
  'PasskeyAdded',
  ofPasskey.extend({
    name: z.string(),
    /** The authenticator's own name of the passkey. */
    credentialId: z.string(),
    /** What its signatures are checked with, as COSE. The private key never leaves the authenticator. */
    publicKey: z.string(),
    /** How often the authenticator has signed; always 0 where it does not count. */
    counter: z.int(),
    /** How a browser reaches the authenticator. */
    transports: z.array(z.string()),
    ...challenge,
    addedAt: z.iso.datetime(),
    /** The link that was used for it; null where the person proved themselves in another way. */
    linkId: z.string().nullable(),
  }),
  {
    description:
      'A person added a passkey, which signs them in. A passkey that was added with a link replaces the password.',
    personal: { subject: 'userId', fields: ['name', 'credentialId', 'publicKey'] },
  },
);
export const PasskeyUsed = defineEvent(
  'PasskeyUsed',
  ofPasskey.extend({
    /** The session that it opened; null where the person proved themselves for one act. */
    sessionId: z.string().nullable(),
    counter: z.int(),
    ...challenge,
    usedAt: z.iso.datetime(),
  }),
  { description: 'A person proved themselves with a passkey: its signature counts no second time.' },
);
export const PasskeyRenamed = defineEvent('PasskeyRenamed', ofPasskey.extend({ name: z.string() }), {
  description: 'A person gave a passkey another name.',
  personal: { subject: 'userId', fields: ['name'] },
});
export const PasskeyRemoved = defineEvent(
  'PasskeyRemoved',
  ofPasskey.extend({ by: z.enum(['person', 'administrator']) }),
  { description: 'A passkey was removed: it opens no session any more.' },
);

export const passkeyEvents = [PasskeyAdded, PasskeyUsed, PasskeyRenamed, PasskeyRemoved] as const;
