import { expect } from 'chai';
import type { PaymentProvider } from '../../../../domain/billing/payment-provider.ts';
import { providerOnDemand } from '../../../../infra/outside/payments/provider-on-demand.ts';

const person = { ownerId: 'u1', workspaceId: 'cw1' };

describe('a payment provider on demand', () => {
  it('is opened at its first call, once', async () => {
    let opened = 0;
    const provider = providerOnDemand(async () => {
      opened += 1;
      return { customer: async ({ ownerId }) => `cus_${ownerId}` } as PaymentProvider;
    });
    expect(opened).to.equal(0);
    expect(await Promise.all([provider.customer(person), provider.customer(person)])).to.deep.equal([
      'cus_u1',
      'cus_u1',
    ]);
    expect(opened).to.equal(1);
  });

  it('is opened again after an opening that failed', async () => {
    const answers = [new Error('no library'), { portal: async (customerId: string) => `/${customerId}` }];
    const provider = providerOnDemand(async () => {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer as unknown as PaymentProvider;
    });
    const fault = await provider.portal('cus_1', '/').catch((error: unknown) => error);
    expect(fault).to.be.an('error').with.property('message', 'no library');
    expect(await provider.portal('cus_1', '/')).to.equal('/cus_1');
  });
});
