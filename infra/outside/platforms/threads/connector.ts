import { z } from 'zod';
import type { Connector } from '../../../../domain/platforms/connector.ts';
import type { PlatformTools } from '../adapter.ts';
import { businessLogin } from '../meta/business-login.ts';
import { shaped } from '../shape.ts';
import { threadsApi } from './api.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

/** Meta docs: permissions of the Threads API. */
export const threadsScopes = [
  'threads_basic',
  'threads_content_publish',
  'threads_read_replies',
  'threads_manage_replies',
  'threads_manage_insights',
  'threads_manage_mentions',
  'threads_delete',
];

const Me = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string().optional(),
  threads_profile_picture_url: z.string().optional(),
});

/** The login of Threads: sixty days, renewed by the token itself. There is no call to end a grant. */
export const threadsConnector = (tools: PlatformTools): Connector => {
  const api = threadsApi(tools);
  const login = businessLogin(tools, 'THREADS', threadsScopes);
  return {
    platform: 'THREADS',
    authorizationUrl: async (request) => ({ url: login.authorizationUrl(request) }),
    async exchange(code, { redirectUri }) {
      // Threads does not return the granted scopes; its dialog grants all or none.
      return { ...(await login.exchange(code, redirectUri)), scopes: threadsScopes };
    },
    refresh: (_account, credentials) => login.refresh(credentials),
    // The service deletes the token, which expires by itself.
    revoke: async () => undefined,
    async details(credentials) {
      const parameters = { fields: 'id,username,name,threads_profile_picture_url' };
      const reply = await api({ method: 'GET', path: 'me', parameters, effect: 'read' }, { credentials });
      const { id, username, name = username, threads_profile_picture_url: avatarUrl } = shaped(Me, reply, 'read');
      return { nativeId: id, username, displayName: name, ...defined({ avatarUrl }) };
    },
    destinations: async () => [],
  };
};
