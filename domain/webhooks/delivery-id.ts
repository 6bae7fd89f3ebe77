import { isId } from '../kernel/ids.ts';

const withLast = (id: string, digit: string): string => `${id.slice(0, -1)}${digit}`;

/**
 * The id of a delivery, derived from any id of this service: its last character is reserved for the
 * number of the attempt.
 */
export const deliveryIdFrom = (id: string): string => withLast(id, '0');

/**
 * The id of one attempt, as sent in `X-Service-Delivery-Id`: each attempt has its own, and an
 * attempt that is repeated because the service died keeps it. The first attempt's id is the
 * delivery's.
 */
export const attemptIdOf = (deliveryId: string, attempt: number): string => withLast(deliveryId, attempt.toString(36));

/** The delivery of an attempt: any of the ids opens the delivery record. */
export const deliveryIdOf = (attemptId: string): string => (isId(attemptId) ? deliveryIdFrom(attemptId) : attemptId);
