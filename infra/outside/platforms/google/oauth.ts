import type { Connector } from '../../../../domain/platforms/connector.ts';
import type { PlatformTools } from '../adapter.ts';
import { clientInForm, codeFlow, type CodeFlow } from '../code-flow.ts';

type GoogleFlow = Pick<CodeFlow, 'scopes' | 'consentParameters' | 'explainToken'> &
  Readonly<{ platform: 'YOUTUBE' | 'GOOGLE_BUSINESS' }>;

/** Google's OAuth 2.0 (Google Identity docs: web server applications), the same for each of their products. */
export const googleOAuth = (
  tools: PlatformTools,
  { consentParameters = () => ({}), ...flow }: GoogleFlow,
): Pick<Connector, 'authorizationUrl' | 'exchange' | 'refresh' | 'revoke'> =>
  codeFlow(tools, {
    ...flow,
    authenticateClient: clientInForm,
    pkce: true,
    consentParameters: (request) => ({
      // Only offline access comes with a refresh token.
      access_type: 'offline',
      // Without it Google omits the refresh token for people who have consented before.
      prompt: 'consent',
      ...consentParameters(request),
    }),
    refreshToken: 'lasting',
    // Ending either token ends the whole grant.
    revocation: ({ accessToken, refreshToken }) => ({ token: refreshToken ?? accessToken }),
    authenticatesRevocation: false,
  });
