import type { SoughtMessage } from './lost-message.ts';
import type { MessageTag } from './message-events.ts';
import type { Mode } from '../kernel/mode.ts';
import type { Platform } from '../platforms/platform.ts';
import type { Found, NativeObject } from '../platforms/publisher.ts';

/** A person as an account of the workspace writes to them. */
export type Recipient = Readonly<{
  account: Readonly<{ id: string; platform: Platform }>;
  /** The platform's own id of the person. */
  platformId: string;
}>;

/** How a message goes out: as the private answer to a comment, by the platform's id of it, or with a tag. */
export type MessageForm = Readonly<{ commentId?: string | undefined; tag?: MessageTag | null | undefined }>;

type Scope = Readonly<{ workspaceId: string; mode: Mode }>;

/**
 * Direct messages on FACEBOOK and INSTAGRAM. The caller records the intent before `send` and the
 * outcome after it.
 */
export interface Messaging {
  /** Sends one message with the account's tokens. Throws only `PlatformError`. */
  send(to: Recipient & MessageForm, text: string, key: string, scope: Scope): Promise<NativeObject>;
  /** Looks for a message whose answer was lost. Throws only `PlatformError`. */
  find(to: Recipient, sought: SoughtMessage, scope: Scope): Promise<Found>;
}
