import type { ReadModelDirectory } from '../access/credential-directory.ts';
import type { CredentialDirectory } from '../access/credentials.ts';
import type { VerifyApplication } from '../identity/application-token.ts';

/**
 * The credentials that open the tools: those of the API, and the tokens of applications. The API itself knows the first
 * alone, so a token for the tools opens nothing else.
 */
export const connectorDirectory = (
  directory: ReadModelDirectory,
  verify: VerifyApplication | undefined,
): CredentialDirectory => ({
  byApiKey: (key) => directory.byApiKey(key),
  bySession: async (token, wantedWorkspaceId) => {
    const access = await verify?.(token);
    return access ? directory.byApplication(access, wantedWorkspaceId) : directory.bySession(token, wantedWorkspaceId);
  },
});
