import { createHmac, timingSafeEqual } from 'node:crypto';
import { isId } from '../../../domain/kernel/ids.ts';

/** A link with which a person chooses a new password. */
export type PasswordLinkName = Readonly<{ userId: string; linkId: string }>;

export type PasswordLinks = Readonly<{
  urlOf(name: PasswordLinkName): string;
  /** Undefined for a token that the service never issued. */
  read(token: string): PasswordLinkName | undefined;
}>;

/** Below this path a link chooses a password. */
export const passwordPrefix = '/password/';

const shape = /^(c[a-z0-9]{24})\.(c[a-z0-9]{24})\.([A-Za-z0-9_-]{43})$/;

/** Links that only the service can make. Whether one still opens, the events of the person decide. */
export const passwordLinks = (secret: string, publicUrl: string): PasswordLinks => {
  const macOf = (userId: string, linkId: string): Buffer =>
    createHmac('sha256', secret).update(`password\n${userId}.${linkId}`).digest();
  return {
    urlOf: ({ userId, linkId }) =>
      `${publicUrl}${passwordPrefix}${userId}.${linkId}.${macOf(userId, linkId).toString('base64url')}`,
    read: (token) => {
      const [, userId = '', linkId = '', mac = ''] = shape.exec(token) ?? [];
      if (!isId(userId) || !isId(linkId)) return undefined;
      const [expected, presented] = [macOf(userId, linkId), Buffer.from(mac, 'base64url')];
      return presented.length === expected.length && timingSafeEqual(presented, expected)
        ? { userId, linkId }
        : undefined;
    },
  };
};
