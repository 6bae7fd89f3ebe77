import { createHmac, timingSafeEqual } from 'node:crypto';
import { isId } from '../../../domain/kernel/ids.ts';
import { isSwitch } from '../../../domain/notifications/preferences.ts';
import type { Unsubscription, UnsubscribeLinks } from '../../../domain/notifications/unsubscribe-links.ts';

const shape = /^(c[a-z0-9]{24})\.(c[a-z0-9]{24})\.([A-Za-z]{1,40})\.([A-Za-z0-9_-]{43})$/;

/** Links that only the service can make and that need no table, as those of invitations. */
export const unsubscribeLinks = (secret: string, publicUrl: string): UnsubscribeLinks => {
  const nameOf = ({ userId, workspaceId, kind }: Unsubscription): string => `${userId}.${workspaceId}.${kind}`;
  const macOf = (text: string): Buffer => createHmac('sha256', secret).update(`unsubscribe\n${text}`).digest();
  return {
    urlOf: (unsubscription) => {
      const name = nameOf(unsubscription);
      return `${publicUrl}/unsubscribe/${name}.${macOf(name).toString('base64url')}`;
    },
    read: (token) => {
      const [, userId = '', workspaceId = '', kind = '', mac = ''] = shape.exec(token) ?? [];
      if (!isId(userId) || !isId(workspaceId) || !isSwitch(kind)) return undefined;
      const presented = Buffer.from(mac, 'base64url');
      const expected = macOf(nameOf({ userId, workspaceId, kind }));
      const isOurs = presented.length === expected.length && timingSafeEqual(presented, expected);
      return isOurs ? { userId, workspaceId, kind } : undefined;
    },
  };
};
