import { EncryptJWT, jwtDecrypt } from 'jose';
import { createHash } from 'node:crypto';
import type { Mail } from '../../../domain/mail/mail.ts';

/** Below this path a person registers. */
export const registerPath = '/register';

/** How long the link of a registration opens. */
const validSeconds = 24 * 3600;
const audience = 'registration';

export type Registrations = Readonly<{
  /** The link that confirms an address. It holds the address, encrypted. */
  urlOf(email: string, now: Date): Promise<string>;
  /** The confirmed address; undefined after its time, and for a text that the service never made. */
  read(token: string, now: Date): Promise<string | undefined>;
}>;

export const registrations = (secret: string, publicUrl: string): Registrations => {
  const key = Buffer.from(secret, 'base64url');
  return {
    urlOf: async (email, now) => {
      const seconds = Math.floor(now.getTime() / 1000);
      const token = await new EncryptJWT({ email })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setAudience(audience)
        .setExpirationTime(seconds + validSeconds)
        .encrypt(key);
      return `${publicUrl}${registerPath}/${token}`;
    },
    read: async (token, now) => {
      const opened = await jwtDecrypt(token, key, { audience, currentDate: now, requiredClaims: ['exp'] }).catch(
        () => undefined,
      );
      const email = opened?.payload['email'];
      return typeof email === 'string' ? email : undefined;
    },
  };
};

type Asked = Readonly<{ email: string; url: string; isKnown: boolean; publicUrl: string; now: Date }>;

/** The mail to an address that a person wants to register with. The owner of the address alone learns whether it is known. */
export const registrationMail = ({ email, url, isKnown, publicUrl, now }: Asked): Mail => ({
  id: `registration-${createHash('sha256').update(`${email}\n${now.toISOString()}`).digest('hex')}`,
  to: email,
  subject: isKnown ? 'You have an account already' : 'Confirm your e-mail address',
  action: isKnown ? { label: 'Sign in', url: `${publicUrl}/console` } : { label: 'Go on with the registration', url },
  text: isKnown
    ? `A registration was asked for, for ${email}. A person signs in with this address already:

${publicUrl}/console

If it was not you, nothing has to be done.
`
    : `This link confirms ${email} and goes on with the registration. It opens within a day:

${url}

If it was not you, nothing has to be done: without the link no account is made.
`,
});
