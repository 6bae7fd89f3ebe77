import { expect } from 'chai';
import { StoreUnavailable } from '../../../domain/kernel/event-store.ts';
import { onceStoresAnswer } from '../../../infra/composition/once-stores-answer.ts';
import { DatabaseUnavailable } from '../../../infra/stores/postgres/unavailable.ts';

describe('the rest of a start, when stores are away', () => {
  const started = (faults: readonly Error[], signal = new AbortController().signal) => {
    const left = [...faults];
    const warnings: unknown[] = [];
    const result = onceStoresAnswer(
      () => {
        const fault = left.shift();
        return fault ? Promise.reject(fault) : Promise.resolve('started');
      },
      { log: { warn: (fields: unknown) => void warnings.push(fields) }, signal },
    ).catch((error: unknown) => error);
    return { result, left, warnings };
  };

  it('is done once they answer, with one warning', async () => {
    const away = [new DatabaseUnavailable('gone'), new StoreUnavailable('gone'), new DatabaseUnavailable('gone')];
    const { result, warnings } = started(away);
    expect(await result).to.equal('started');
    expect(warnings).to.deep.equal([{ error: away[0] }]);
  });

  it('fails of another fault', async () => {
    const fault = new Error('a bug');
    const { result, left } = started([new DatabaseUnavailable('gone'), fault, fault]);
    expect(await result).to.equal(fault);
    expect(left).to.have.length(1);
  });

  it('fails of a store where the service is stopped meanwhile', async () => {
    const away = new DatabaseUnavailable('gone');
    expect(await started([away], AbortSignal.abort()).result).to.equal(away);
  });
});
