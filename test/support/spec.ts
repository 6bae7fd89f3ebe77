import { expect } from 'chai';
import { foldState, type Decider } from '../../domain/kernel/decider.ts';
import type { NewEvent } from '../../domain/kernel/event.ts';
import { Refused, type RefusalCode } from '../../domain/kernel/refused.ts';

const deepFreeze = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value;
};

/** The events a command decides, or the refusal it meets. State is frozen, so a decider that mutates fails. */
const attempt = <S, C, E extends NewEvent>(decider: Decider<S, C, E>, command: C, state: S): readonly E[] | Refused => {
  try {
    return decider.decide(deepFreeze(command), deepFreeze(state));
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
};

/**
 * Given/when/then for a decider. Every accepted command is decided a second time on the state it led to and must then
 * decide nothing: either no events or a refusal.
 *
 * @example
 * const given = specFor(post);
 * given(PostCreated(…)).when({ type: 'cancel', now }).then(PostCancelled(…));
 * given().when({ type: 'cancel', now }).thenRefused('NOT_FOUND');
 */
export const specFor =
  <S, C, E extends NewEvent>(decider: Decider<S, C, E>) =>
  (...history: readonly E[]) => ({
    when: (command: C) => {
      const state = foldState(decider, history);
      const outcome = attempt(decider, command, state);
      const accepted = (): readonly E[] => {
        if (outcome instanceof Refused)
          throw new Error(`refused: ${outcome.code} ${outcome.message}`, { cause: outcome });
        const repeated = attempt(decider, command, foldState(decider, outcome, state));
        if (!(repeated instanceof Refused)) expect(repeated, 'deciding it again must decide nothing').to.deep.equal([]);
        return outcome;
      };
      return {
        then: (...events: readonly E[]) => expect(accepted()).to.deep.equal(events),
        /** Only the types, where the data is somebody else's concern. */
        thenTypes: (...types: readonly E['type'][]) => expect(accepted().map(({ type }) => type)).to.deep.equal(types),
        thenNothing: () => expect(accepted()).to.deep.equal([]),
        thenRefused: (code: RefusalCode, message?: RegExp, details?: Readonly<Record<string, unknown>>) => {
          if (!(outcome instanceof Refused)) throw new Error(`accepted with ${JSON.stringify(outcome)}`);
          expect(outcome.code).to.equal(code);
          if (message) expect(outcome.message).to.match(message);
          if (details) expect(outcome.details).to.deep.include(details);
        },
        events: accepted,
      };
    },
  });
