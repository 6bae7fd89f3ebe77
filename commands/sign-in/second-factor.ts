import { Refused } from '../../domain/kernel/refused.ts';
import {
  isFresh,
  noSecondFactor,
  offerMs,
  recoveryCodeCount,
  refusedCode,
  type CodeProof,
  type SecondFactor,
} from '../../domain/sign-in/second-factor.ts';
import { signIn } from '../../domain/sign-in/sign-in.ts';
import { countTry } from './count-try.ts';
import type { SignInPorts, SignInSteps } from './ports.ts';

const everywhere = { shared: true, workspaceId: '' } as const;

type Person = Readonly<{ userId: string; email: string }>;

/** A secret for an authenticator application, which is in force when one of its codes was presented. */
export const offerSecondFactor = async (
  { userId, email }: Person,
  { codes, secrets }: Pick<SignInPorts, 'codes' | 'secrets'>,
  steps: SignInSteps,
): Promise<Readonly<{ secret: string; uri: string; expiresAt: string }>> => {
  const before = (await steps.load(signIn, userId, { shared: true }))?.state.offered;
  const factorId = steps.newId('second-factor');
  const secret = codes.newSecret();
  const expiresAt = new Date(Date.parse(steps.now) + offerMs).toISOString();
  await secrets.put(userId, factorId, secret);
  const offer = { type: 'offer-second-factor', userId, factorId, expiresAt } as const;
  try {
    await steps.handle(signIn, userId, offer, { ...everywhere, step: 'offer-second-factor' });
  } catch (error) {
    await secrets.remove(userId, factorId);
    throw error;
  }
  if (before) await secrets.remove(userId, before.factorId);
  return { secret, uri: codes.uriOf(secret, email), expiresAt };
};

/** Keeps the hashes of new recovery codes, and answers the codes: they are shown once. */
const newRecoveryCodes = async (
  userId: string,
  recoveryId: string,
  { codes, secrets }: Pick<SignInPorts, 'codes' | 'secrets'>,
): Promise<readonly string[]> => {
  const made = Array.from({ length: recoveryCodeCount }, () => codes.newRecoveryCode());
  await secrets.put(userId, recoveryId, JSON.stringify(made.map((code) => codes.hashOfRecoveryCode(code))));
  return made;
};

type Presented = Readonly<{ userId: string; code: string; address: string }>;

const proofOf = async (
  { userId, code }: Presented,
  { factorId, recoveryId }: SecondFactor,
  { codes, secrets }: SignInPorts,
  now: string,
): Promise<CodeProof | undefined> => {
  const secret = await secrets.get(userId, factorId);
  const step = secret === undefined ? undefined : codes.stepOf(secret, code, now);
  if (step !== undefined) return { kind: 'code', factorId, step };
  const hashes: unknown = JSON.parse((await secrets.get(userId, recoveryId)) ?? '[]');
  const number = Array.isArray(hashes) ? hashes.indexOf(codes.hashOfRecoveryCode(code)) : -1;
  return number === -1 ? undefined : { kind: 'recovery', recoveryId, number };
};

/**
 * Proves a person by a code, or by a recovery code, and does what it is for. The try stops counting only once the code was
 * used up: a replay of a used code does not win further guesses.
 */
export const withCode = async <T>(
  presented: Presented,
  ports: SignInPorts,
  steps: SignInSteps,
  use: (proof: CodeProof) => Promise<T>,
): Promise<T> => {
  const { state, who } = await countTry({ ...presented, of: 'code' }, ports, steps);
  if (!state.factor) throw noSecondFactor();
  const proof = await proofOf(presented, state.factor, ports, steps.now);
  if (!proof || !isFresh(proof, state.factor)) throw refusedCode();
  const done = await use(proof);
  await ports.tries.succeeded(who);
  return done;
};

/** Puts the offered secret in force with its first code. */
export const enableSecondFactor = async (
  presented: Presented & Readonly<{ keep: string | undefined }>,
  ports: SignInPorts,
  steps: SignInSteps,
): Promise<readonly string[]> => {
  const { userId, code, keep } = presented;
  const { state, who } = await countTry({ ...presented, of: 'code' }, ports, steps);
  if (state.factor) throw new Refused('CONFLICT', 'A second factor is set up already. Remove it first');
  const { offered } = state;
  if (!offered) throw noSecondFactor();
  const secret = await ports.secrets.get(userId, offered.factorId);
  const step = secret === undefined ? undefined : ports.codes.stepOf(secret, code, steps.now);
  if (step === undefined)
    throw new Refused('VALIDATION_ERROR', 'The code is wrong. Compare the clock of the telephone with this machine', {
      field: 'code',
    });
  const recoveryId = steps.newId('recovery-codes');
  const made = await newRecoveryCodes(userId, recoveryId, ports);
  const { factorId } = offered;
  const enable = { type: 'enable-second-factor', userId, factorId, recoveryId, step, keep, now: steps.now } as const;
  try {
    await steps.handle(signIn, userId, enable, { ...everywhere, step: 'enable-second-factor' });
  } catch (error) {
    await ports.secrets.remove(userId, recoveryId);
    throw error;
  }
  await ports.tries.succeeded(who);
  return made;
};

/** New recovery codes, for a code. The earlier ones are void. */
export const replaceRecoveryCodes = (
  presented: Presented,
  ports: SignInPorts,
  steps: SignInSteps,
): Promise<readonly string[]> =>
  withCode(presented, ports, steps, async (proof) => {
    const { userId } = presented;
    const before = (await steps.load(signIn, userId, { shared: true }))?.state.factor?.recoveryId;
    const recoveryId = steps.newId('recovery-codes');
    const made = await newRecoveryCodes(userId, recoveryId, ports);
    const replace = { type: 'replace-recovery-codes', userId, recoveryId, proof } as const;
    try {
      await steps.handle(signIn, userId, replace, { ...everywhere, step: 'replace-recovery-codes' });
    } catch (error) {
      await ports.secrets.remove(userId, recoveryId);
      throw error;
    }
    if (before !== undefined && before !== recoveryId) await ports.secrets.remove(userId, before);
    return made;
  });

/**
 * Asks for no code any more. Without a proof it is the act of an administrator of the installation, which ends all sessions
 * of the person.
 */
export const disableSecondFactor = async (
  { userId, proof }: Readonly<{ userId: string; proof: CodeProof | undefined }>,
  { secrets }: Pick<SignInPorts, 'secrets'>,
  steps: SignInSteps,
): Promise<number> => {
  const before = (await steps.load(signIn, userId, { shared: true }))?.state.factor;
  const disable = { type: 'disable-second-factor', userId, proof } as const;
  const { appended } = await steps.handle(signIn, userId, disable, { ...everywhere, step: 'disable-second-factor' });
  for (const secretId of before ? [before.factorId, before.recoveryId] : []) await secrets.remove(userId, secretId);
  return appended;
};
