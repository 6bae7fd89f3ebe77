import { createHmac, timingSafeEqual } from 'node:crypto';
import { isId } from '../../../domain/kernel/ids.ts';
import type { InvitationLinks, InvitationName } from '../../../domain/workspaces/invitation-links.ts';

const shape = /^(c[a-z0-9]{24})\.(c[a-z0-9]{24})\.(\d{1,4})\.([A-Za-z0-9_-]{43})$/;

/**
 * Links that only the service can make and that need no table: the token names its invitation and
 * carries a MAC. `opensAt` is where a person goes: the page that registers them where the service signs them in itself,
 * and else the endpoint, which leads a browser to a page of the console. `secret` is the service's own, from the vault; changing it voids
 * every open link.
 */
export const invitationLinks = (
  secret: string,
  publicUrl: string,
  opensAt: '/v1/invitations/' | '/join/' = '/v1/invitations/',
): InvitationLinks => {
  const macOf = (what: string, text: string): Buffer =>
    createHmac('sha256', secret).update(`${what}\n${text}`).digest();
  const nameOf = ({ workspaceId, invitationId, sending }: InvitationName): string =>
    `${workspaceId}.${invitationId}.${sending}`;
  return {
    tokenOf: (name) => `${nameOf(name)}.${macOf('invitation', nameOf(name)).toString('base64url')}`,
    read: (token) => {
      const [, workspaceId = '', invitationId = '', sending = '', mac = ''] = shape.exec(token) ?? [];
      if (!isId(workspaceId) || !isId(invitationId)) return undefined;
      const name = { workspaceId, invitationId, sending: Number(sending) };
      const expected = macOf('invitation', nameOf(name));
      const presented = Buffer.from(mac, 'base64url');
      return presented.length === expected.length && timingSafeEqual(presented, expected) ? name : undefined;
    },
    hashOf: (email) => macOf('email', email.trim().toLowerCase()).toString('base64url'),
    urlOf: (token) => `${publicUrl}${opensAt}${token}`,
  };
};
