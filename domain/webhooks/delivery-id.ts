import { isId } from '../kernel/ids.ts';

const withLast = (id: string, digit: string): string => `${id.slice(0, -1)}${digit}`;

/** The id of a delivery, made from any id of this service: its last character is kept free for the number of the try. */
export const deliveryIdFrom = (id: string): string => withLast(id, '0');

/**
 * The id of one try, as sent in `X-Service-Delivery-Id`: no two tries have the same, a try that is sent again because the
 * service died has its own again. The first try's id is the delivery's.
 */
export const attemptIdOf = (deliveryId: string, attempt: number): string => withLast(deliveryId, attempt.toString(36));

/** The delivery a try belongs to: whichever id a receiver noted, it opens the delivery record. */
export const deliveryIdOf = (attemptId: string): string => (isId(attemptId) ? deliveryIdFrom(attemptId) : attemptId);
