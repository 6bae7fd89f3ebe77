import { z } from 'zod';
import type { Connector } from '../../../../domain/platforms/connector.ts';
import type { PlatformTools } from '../adapter.ts';
import { googleOAuth } from '../google/oauth.ts';
import { shaped } from '../shape.ts';
import { googleApi, locationsOf } from './api.ts';
import { explainToken } from './errors.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

const scopes = 'openid email profile https://www.googleapis.com/auth/business.manage';

const Me = z.object({
  sub: z.string(),
  name: z.string().optional(),
  email: z.string().optional(),
  picture: z.string().optional(),
});

/** People of Google, and the locations of their business profiles. */
export const googleBusinessConnector = (tools: PlatformTools): Connector => {
  const api = googleApi(tools);
  return {
    platform: 'GOOGLE_BUSINESS',
    ...googleOAuth(tools, {
      platform: 'GOOGLE_BUSINESS',
      scopes,
      consentParameters: ({ loginHint }) => (loginHint === undefined ? {} : { login_hint: loginHint }),
      explainToken,
    }),
    async details(credentials) {
      const reply = await api({ method: 'GET', of: 'userinfo', effect: 'read' }, { credentials });
      const me = shaped(Me, reply, 'read');
      return {
        nativeId: me.sub,
        username: me.email ?? me.name ?? me.sub,
        displayName: me.name ?? me.email ?? me.sub,
        ...defined({ avatarUrl: me.picture }),
      };
    },
    async destinations(_account, credentials) {
      const locations = await locationsOf(api, { credentials });
      return locations.map(({ path, title }) => ({ id: path, name: title, kind: 'location' }));
    },
  };
};
