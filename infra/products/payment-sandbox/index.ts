export { type PaymentFault, paymentSandboxHandler, paymentSandboxPath } from './node-handler.ts';
export type { PaymentSandboxOptions, PlayedPrice } from './played-call.ts';
export { type PaymentOutcome, paymentOutcomes, type PaymentRecords, type PlayedRecord } from './records.ts';
export { storedPaymentRecords } from './stored-records.ts';
