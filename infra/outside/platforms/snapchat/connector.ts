import type { Connector } from '../../../../domain/platforms/connector.ts';
import { type PlatformTools } from '../adapter.ts';
import { clientInForm, codeFlow } from '../code-flow.ts';
import { snapchatApi } from './api.ts';
import { myProfile } from './profile.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

const scopes = 'snapchat-profile-api';

export const snapchatConnector = (tools: PlatformTools): Connector => {
  const api = snapchatApi(tools);

  return {
    platform: 'SNAPCHAT',
    // Snap has no call that revokes a grant: the service deletes the token.
    ...codeFlow(tools, {
      platform: 'SNAPCHAT',
      scopes,
      authenticateClient: clientInForm,
      refreshToken: 'replaceable',
    }),
    async details(credentials) {
      const profile = await myProfile(api, { credentials });
      const avatarUrl = profile.logo_urls?.original_logo_url;
      return {
        nativeId: profile.id,
        username: profile.snap_user_name ?? profile.display_name,
        displayName: profile.display_name,
        ...defined({ avatarUrl }),
      };
    },
    async destinations(_account, credentials) {
      const { id, display_name: name, snap_user_name: username } = await myProfile(api, { credentials });
      return [{ id, name, kind: 'public profile', ...defined({ username }) }];
    },
  };
};
