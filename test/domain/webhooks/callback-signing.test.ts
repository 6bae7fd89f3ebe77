import { expect } from 'chai';
import { foldState } from '../../../domain/kernel/decider.ts';
import { CallbackSecretIssued, callbackSigning } from '../../../domain/webhooks/callback-signing.ts';
import { specFor } from '../../support/spec.ts';

const until = '2026-03-02T10:00:00.000Z';
const first = CallbackSecretIssued({ secretName: 'one', previousValidUntil: null });
const second = CallbackSecretIssued({ secretName: 'two', previousValidUntil: until });
const third = CallbackSecretIssued({ secretName: 'three', previousValidUntil: until });

describe('the secret that signs callbacks', () => {
  const given = specFor(callbackSigning);

  it('is made once, and kept after that', () => {
    given().when({ type: 'ensure', secretName: 'one' }).then(first);
    given(first).when({ type: 'ensure', secretName: 'two' }).thenNothing();
  });

  it('is replaced: the previous one signs for a while', () => {
    given(first).when({ type: 'issue', secretName: 'two', previousValidUntil: until }).then(second);
    expect(foldState(callbackSigning, [first, second]).secrets).to.deep.equal([
      { name: 'two', until: null },
      { name: 'one', until },
    ]);
  });

  it('has no previous one at first', () => {
    given().when({ type: 'issue', secretName: 'one', previousValidUntil: until }).then(first);
  });

  it('is not replaced by itself', () => {
    given(first, second).when({ type: 'issue', secretName: 'two', previousValidUntil: until }).thenNothing();
  });

  it('signs beside the newest of the previous ones alone', () => {
    expect(foldState(callbackSigning, [first, second, third]).secrets.map(({ name }) => name)).to.deep.equal([
      'three',
      'two',
    ]);
  });
});
