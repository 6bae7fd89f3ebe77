import { createHmac } from 'node:crypto';
import type { SignInPorts } from '../../../commands/sign-in/ports.ts';
import type { Database } from '../../stores/postgres/database.ts';
import type { Vault } from '../../stores/secrets/vault.ts';
import { authenticatorCodes } from './authenticator-codes.ts';
import { passkeysAt } from './passkeys.ts';
import { passwordEstimates } from './password-estimate.ts';
import { passwordHashing } from './password-hash.ts';
import { signInSecrets } from './secrets-of-person.ts';
import { triesIn } from './tries.ts';

type Parts = Readonly<{ database: Database; vault: Pick<Vault, 'get' | 'put' | 'remove'>; addressKey: string }> &
  /** The public address of the service, and the secret of its challenges. */
  Readonly<{ publicUrl: string; challengeKey: string }>;

export const signInPorts = ({ database, vault, addressKey, publicUrl, challengeKey }: Parts): SignInPorts => ({
  ...passwordHashing(),
  estimatePassword: passwordEstimates(),
  secrets: {
    put: async (userId, secretId, value) => {
      await vault.put(signInSecrets(userId), secretId, value);
    },
    get: async (userId, secretId) => (await vault.get(signInSecrets(userId), secretId))?.value,
    remove: (userId, secretId) => vault.remove(signInSecrets(userId), secretId),
  },
  codes: authenticatorCodes,
  passkeys: passkeysAt(publicUrl, challengeKey),
  hashOfAddress: (email) =>
    createHmac('sha256', addressKey).update(`address\n${email.trim().toLowerCase()}`).digest('hex'),
  tries: triesIn(database, addressKey),
});
