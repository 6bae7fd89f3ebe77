import { z } from 'zod';
import type { Connector } from '../../../../domain/platforms/connector.ts';
import { type PlatformTools } from '../adapter.ts';
import { clientInHeader, codeFlow } from '../code-flow.ts';
import { shaped } from '../shape.ts';
import { boardsOf, pinterestApi } from './api.ts';
import { explainToken } from './errors.ts';

/** Pinterest API v5: scopes. */
const scopes = 'user_accounts:read,boards:read,boards:write,pins:read,pins:write';

const Me = z.object({
  id: z.string().optional(),
  username: z.string(),
  account_type: z.string().optional(),
  business_name: z.string().nullish(),
  profile_image: z.string().nullish(),
});

export const pinterestConnector = (tools: PlatformTools): Connector => {
  const api = pinterestApi(tools);

  return {
    platform: 'PINTEREST',
    // Pinterest has no call to end a grant: a person does it in their settings.
    ...codeFlow(tools, {
      platform: 'PINTEREST',
      scopes,
      authenticateClient: clientInHeader,
      exchangeFields: { continuous_refresh: 'true' },
      refreshToken: 'single-use',
      explainToken,
    }),
    async details(credentials) {
      const reply = await api({ method: 'GET', path: '/user_account', effect: 'read' }, { credentials });
      const me = shaped(Me, reply, 'read');
      return {
        nativeId: me.id ?? me.username,
        username: me.username,
        displayName: me.business_name || me.username,
        ...(me.account_type !== undefined && { accountType: me.account_type.toLowerCase() }),
        ...(me.profile_image && { avatarUrl: me.profile_image }),
      };
    },
    async destinations(_account, credentials) {
      const boards = await boardsOf(api, { credentials });
      return boards.map(({ id, name }) => ({ id, name, kind: 'board' }));
    },
  };
};
