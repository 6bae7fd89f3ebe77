import { z } from 'zod';
import { defineEvent } from '../kernel/event.ts';

const ofPerson = z.object({ userId: z.string() });

export const SecondFactorOffered = defineEvent(
  'SecondFactorOffered',
  ofPerson.extend({
    /** Names the secret in the vault. */
    factorId: z.string(),
    expiresAt: z.iso.datetime(),
  }),
  { description: 'A person began to set up a second factor. Its secret is in the vault, not in the event.' },
);
export const SecondFactorEnabled = defineEvent(
  'SecondFactorEnabled',
  ofPerson.extend({
    factorId: z.string(),
    /** Names the hashes of the recovery codes in the vault. */
    recoveryId: z.string(),
    /** The half minute of the code that confirmed it. */
    step: z.int(),
  }),
  { description: 'A person confirmed a second factor with a code: from then on a sign-in asks for one.' },
);
export const SecondFactorCodeUsed = defineEvent('SecondFactorCodeUsed', ofPerson.extend({ step: z.int() }), {
  description: 'A person proved themselves with a code: it and all earlier ones are void.',
});
export const RecoveryCodeUsed = defineEvent('RecoveryCodeUsed', ofPerson.extend({ number: z.int() }), {
  description: 'A person proved themselves with a recovery code, which is void from then on.',
});
export const RecoveryCodesReplaced = defineEvent('RecoveryCodesReplaced', ofPerson.extend({ recoveryId: z.string() }), {
  description: 'A person got new recovery codes: the earlier ones are void.',
});
export const SecondFactorDisabled = defineEvent(
  'SecondFactorDisabled',
  ofPerson.extend({ by: z.enum(['person', 'administrator']) }),
  { description: 'A sign-in of the person asks for no code any more.' },
);

export const secondFactorEvents = [
  SecondFactorOffered,
  SecondFactorEnabled,
  SecondFactorCodeUsed,
  RecoveryCodeUsed,
  RecoveryCodesReplaced,
  SecondFactorDisabled,
] as const;
