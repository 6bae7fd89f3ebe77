import type { Door } from '../sign-in/door.ts';
import type { LocalUser } from './sign-in-page.ts';

export interface LocalUsers {
  find(id: string): Promise<LocalUser | undefined>;
  /** The people that the sign-in page offers; at most fifty. */
  list(): Promise<readonly LocalUser[]>;
}

/** The sign-in by password, as the issuer needs it. */
export type IssuerDoor = Pick<
  Door,
  'signIn' | 'signInByPasskey' | 'passkeyRequest' | 'presentCode' | 'askLink' | 'openLink' | 'isOpen'
> &
  Readonly<{
    /** Where a person who forgot the password asks for a link; absent where no mails are sent. */
    forgot?: string | undefined;
    /** Where a person registers; absent where people are invited. */
    register?: string | undefined;
    /** Mails a link that signs in; absent where no mails are sent. */
    mailLink?: ((userId: string, url: string) => Promise<void>) | undefined;
  }>;
