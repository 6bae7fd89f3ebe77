import type { PaymentProvider } from '../../../domain/billing/payment-provider.ts';

/** A provider that is opened at its first call. One that could not be opened is opened again at the next call. */
export const providerOnDemand = (open: () => Promise<PaymentProvider>): PaymentProvider => {
  let opened: Promise<PaymentProvider> | undefined;
  const provider = (): Promise<PaymentProvider> => {
    opened ??= open();
    opened.catch(() => (opened = undefined));
    return opened;
  };
  return {
    customer: async (...of) => (await provider()).customer(...of),
    preview: async (...of) => (await provider()).preview(...of),
    change: async (...of) => (await provider()).change(...of),
    changeAtPeriodEnd: async (...of) => (await provider()).changeAtPeriodEnd(...of),
    keep: async (...of) => (await provider()).keep(...of),
    buyCredits: async (...of) => (await provider()).buyCredits(...of),
    portal: async (...of) => (await provider()).portal(...of),
    checkout: async (...of) => (await provider()).checkout(...of),
    subscription: async (...of) => (await provider()).subscription(...of),
    subscriptionOfCustomer: async (...of) => (await provider()).subscriptionOfCustomer(...of),
    outcomeOf: async (...of) => (await provider()).outcomeOf(...of),
  };
};
