import type { Example } from '../../../../infra/edge/http/openapi/examples.ts';

type Written = Readonly<{
  reason: string;
  request: Example['request'];
  status: number;
  /** The body of the answer, or the operation whose recorded answer it resembles. */
  response: object | Readonly<{ like: string }>;
}>;

const sessionId = 'c00000000000000000000ses1';
const applicationId = 'c00000000000000000000app1';
const postId = 'c00000000000000000000pst1';
const postPlatformId = 'c00000000000000000000dst1';

const ofSecondFactor = {
  reason: 'people of test mode have no second factor',
  request: { body: { code: '123456' } },
  status: 200,
};

const ofPasskeys = 'people of test mode have no passkeys';
const passkey = {
  id: 'c00000000000000000000key1',
  name: 'Telephone',
  addedAt: '2026-03-02T09:00:00.000Z',
  lastUsedAt: '2026-03-02T09:30:00.000Z',
};

/** Operations that no client of test mode brings to a success, each with its reason. */
export const written: Readonly<Record<string, Written>> = {
  storeOauthTokens: {
    reason: 'the token comes from a platform',
    request: { body: { platform: 'twitter', accessToken: 'example-access-token', expiresIn: 7200 } },
    status: 200,
    response: { like: 'getAccount' },
  },
  resolveDestination: {
    reason: 'the simulated platforms can always be asked for the outcome',
    request: { params: { id: postId, postPlatformId }, body: { outcome: 'not_published' } },
    status: 200,
    response: { like: 'getPost' },
  },
  changePassword: {
    reason: 'people of test mode have no password',
    request: { body: { currentPassword: 'the old example', newPassword: 'the new example' } },
    status: 200,
    response: { success: true },
  },
  endSession: {
    reason: 'people of test mode have no sessions in the list',
    request: { params: { sessionId } },
    status: 200,
    response: { success: true },
  },
  listMyApplications: {
    reason: 'a program connects in the browser of a person',
    request: {},
    status: 200,
    response: {
      data: [
        {
          id: applicationId,
          name: 'Chat',
          redirectHost: 'chat.example.com',
          clientId: 'example-client',
          workspaceId: 'c000000000000000workspace',
          scopes: ['posts:read', 'posts:write'],
          connectedAt: '2026-03-02T09:00:00.000Z',
        },
      ],
    },
  },
  disconnectApplication: {
    reason: 'a program connects in the browser of a person',
    request: { params: { applicationId } },
    status: 200,
    response: { success: true },
  },
  getMySecondFactor: {
    reason: 'people of test mode have no second factor',
    request: {},
    status: 200,
    response: { enabled: true, enabledAt: '2026-03-02T09:00:00.000Z', recoveryCodesLeft: 10 },
  },
  offerSecondFactor: {
    reason: 'people of test mode do not sign in',
    request: { body: { currentPassword: 'the old example' } },
    status: 200,
    response: {
      secret: 'EXAMPLE',
      uri: 'otpauth://totp/Social%20Publishing:zoe%40example.com?secret=EXAMPLE',
      expiresAt: '2026-03-02T09:10:00.000Z',
    },
  },
  listMyPasskeys: {
    reason: ofPasskeys,
    request: {},
    status: 200,
    response: { data: [passkey], hasPassword: true },
  },
  beginPasskey: {
    reason: ofPasskeys,
    request: { body: { currentPassword: 'the old example' } },
    status: 200,
    response: {
      rp: { id: 'social.example.com', name: 'Social Publishing Service' },
      user: { id: 'YzAwMDAwMDAwMDAwMDAwMDAwMDB1c3Ix', name: 'zoe@example.com', displayName: 'Zoe' },
      challenge: 'ZXhhbXBsZQ',
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      timeout: 300_000,
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    },
  },
  addPasskey: {
    reason: ofPasskeys,
    request: {
      body: {
        name: passkey.name,
        credential: {
          id: 'ZXhhbXBsZQ',
          response: { clientDataJSON: 'e30', attestationObject: 'ZXhhbXBsZQ', transports: ['internal'] },
        },
      },
    },
    status: 201,
    response: { id: passkey.id },
  },
  renamePasskey: {
    reason: ofPasskeys,
    request: { params: { passkeyId: passkey.id }, body: { name: 'My telephone' } },
    status: 200,
    response: { success: true },
  },
  removePasskey: {
    reason: ofPasskeys,
    request: { params: { passkeyId: passkey.id } },
    status: 200,
    response: { success: true },
  },
  confirmSecondFactor: { ...ofSecondFactor, response: { recoveryCodes: ['example-1', 'example-2'] } },
  replaceRecoveryCodes: { ...ofSecondFactor, response: { recoveryCodes: ['example-1', 'example-2'] } },
  disableSecondFactor: { ...ofSecondFactor, response: { success: true } },
};
