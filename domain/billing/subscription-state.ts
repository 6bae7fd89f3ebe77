import type { z } from 'zod';
import type { Mode } from '../kernel/mode.ts';
import type { PaymentStarted } from './subscription-events.ts';
import type { Terms } from './terms.ts';

export type PendingChange = Readonly<{ type: 'downgrade' | 'cancellation'; effectiveDate: string }> & Terms;

/** A call to the payment provider whose outcome is not known yet. */
export type OpenPayment = Readonly<z.output<typeof PaymentStarted.schema>> & Readonly<{ isUnknown?: true }>;

export type PaymentEnd =
  | Readonly<{ ended: 'succeeded' }>
  | Readonly<{ ended: 'failed'; reason: string; message: string }>;

export type Subscription = Terms &
  Readonly<{
    ownerId: string;
    mode: Mode;
    /** The workspace that it was bought in. */
    workspaceId: string;
    /** Absent before the first subscription: the person is a customer only. */
    anchor: string | undefined;
    source: 'test_mode' | 'purchase' | undefined;
    customerId: string | null;
    providerId: string | null;
    trialStart: string | null;
    trialEnd: string | null;
    paymentStatus: 'active' | 'past_due';
    pending: PendingChange | undefined;
    graceUntil: string | null;
    keptAccounts: readonly string[];
    payment: OpenPayment | undefined;
    /** The last payments that ended, by id. */
    endedPayments: Readonly<Record<string, PaymentEnd>>;
  }>;
