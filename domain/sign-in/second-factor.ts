import { unreachable } from '../kernel/decider.ts';
import type { EventOf } from '../kernel/event.ts';
import { notFound, Refused } from '../kernel/refused.ts';
import {
  RecoveryCodesReplaced,
  RecoveryCodeUsed,
  SecondFactorCodeUsed,
  SecondFactorDisabled,
  SecondFactorEnabled,
  SecondFactorOffered,
  type secondFactorEvents,
} from './second-factor-events.ts';

/** How many recovery codes a person gets. */
export const recoveryCodeCount = 10;
/** A set-up that is not confirmed within this begins again. */
export const offerMs = 15 * 60_000;

type SecondFactorEvent = EventOf<(typeof secondFactorEvents)[number]>;

/** A second factor in force. */
export type SecondFactor = Readonly<{
  factorId: string;
  recoveryId: string;
  /** The latest half minute whose code was used. Codes of this and of earlier half minutes are void. */
  step: number;
  /** The numbers of the recovery codes that were used. */
  used: readonly number[];
}>;

export type SecondFactorState = Readonly<{
  factor: SecondFactor | undefined;
  /** The set-up that waits for its first code. */
  offered: Readonly<{ factorId: string; expiresAt: string }> | undefined;
}>;

/** A code that was compared with the secret it names. Whether it may be used, the events decide. */
export type CodeProof =
  | Readonly<{ kind: 'code'; factorId: string; step: number }>
  | Readonly<{ kind: 'recovery'; recoveryId: string; number: number }>;

export type SecondFactorCommand =
  | Readonly<{ type: 'offer-second-factor'; userId: string; factorId: string; expiresAt: string }>
  | Readonly<{
      type: 'enable-second-factor';
      userId: string;
      factorId: string;
      recoveryId: string;
      step: number;
      /** The session that goes on; all others end. */
      keep: string | undefined;
      now: string;
    }>
  | Readonly<{ type: 'replace-recovery-codes'; userId: string; recoveryId: string; proof: CodeProof }>
  | Readonly<{
      type: 'disable-second-factor';
      userId: string;
      /** Absent: an administrator of the installation removes it. */
      proof: CodeProof | undefined;
    }>;

/** One refusal for a wrong code and for a used one. */
export const refusedCode = (): Refused =>
  new Refused('AUTHENTICATION_ERROR', 'The code is wrong or was used before. The next one comes within half a minute');

/** Whether a code may be used: a stolen look at one that was used opens nothing. */
export const isFresh = (proof: CodeProof, { step, used, factorId, recoveryId }: SecondFactor): boolean =>
  proof.kind === 'code'
    ? proof.factorId === factorId && proof.step > step
    : proof.recoveryId === recoveryId && !used.includes(proof.number);

/** Uses a code up, or refuses it. Of two uses at once, one is appended. */
export const useCode = (userId: string, proof: CodeProof, factor: SecondFactor): readonly SecondFactorEvent[] => {
  if (!isFresh(proof, factor)) throw refusedCode();
  return [
    proof.kind === 'code'
      ? SecondFactorCodeUsed({ userId, step: proof.step })
      : RecoveryCodeUsed({ userId, number: proof.number }),
  ];
};

export const noSecondFactor = (): Refused => notFound('second factor');

const expiredOffer = (): Refused =>
  new Refused('CONFLICT', 'This set-up of a second factor has expired, or was replaced by a later one. Begin again');

const enabledAlready = (): Refused => new Refused('CONFLICT', 'A second factor is set up already. Remove it first');

export const decideSecondFactor = (
  command: SecondFactorCommand,
  { factor, offered }: SecondFactorState,
): readonly SecondFactorEvent[] => {
  const { userId } = command;
  switch (command.type) {
    case 'offer-second-factor': {
      const { factorId, expiresAt } = command;
      if (factorId === offered?.factorId || factorId === factor?.factorId) return [];
      if (factor) throw enabledAlready();
      return [SecondFactorOffered({ userId, factorId, expiresAt })];
    }
    case 'enable-second-factor': {
      const { factorId, recoveryId, step, now } = command;
      if (factor?.factorId === factorId) return [];
      if (factor) throw enabledAlready();
      if (offered?.factorId !== factorId || Date.parse(offered.expiresAt) <= Date.parse(now)) throw expiredOffer();
      return [SecondFactorEnabled({ userId, factorId, recoveryId, step })];
    }
    case 'replace-recovery-codes': {
      const { recoveryId, proof } = command;
      if (factor?.recoveryId === recoveryId) return [];
      if (!factor) throw noSecondFactor();
      return [...useCode(userId, proof, factor), RecoveryCodesReplaced({ userId, recoveryId })];
    }
    case 'disable-second-factor': {
      const { proof } = command;
      if (!factor) return [];
      if (!proof) return [SecondFactorDisabled({ userId, by: 'administrator' })];
      return [...useCode(userId, proof, factor), SecondFactorDisabled({ userId, by: 'person' })];
    }
    default:
      return unreachable(command);
  }
};

export const evolveSecondFactor = (state: SecondFactorState, event: SecondFactorEvent): SecondFactorState => {
  const { factor } = state;
  switch (event.type) {
    case 'SecondFactorOffered': {
      const { factorId, expiresAt } = event.data;
      return { ...state, offered: { factorId, expiresAt } };
    }
    case 'SecondFactorEnabled': {
      const { factorId, recoveryId, step } = event.data;
      return { offered: undefined, factor: { factorId, recoveryId, step, used: [] } };
    }
    case 'SecondFactorDisabled':
      return { offered: undefined, factor: undefined };
    case 'SecondFactorCodeUsed':
      return factor ? { ...state, factor: { ...factor, step: event.data.step } } : state;
    case 'RecoveryCodeUsed':
      return factor ? { ...state, factor: { ...factor, used: [...factor.used, event.data.number] } } : state;
    case 'RecoveryCodesReplaced':
      return factor ? { ...state, factor: { ...factor, recoveryId: event.data.recoveryId, used: [] } } : state;
    default:
      return unreachable(event);
  }
};
