import type { ReadContext } from '../kernel/endpoint.ts';

/**
 * The body of a delivery, made from the log as a next attempt would make it; undefined where what it reports no longer exists.
 * `infra/adapters/webhooks` implements it.
 */
export type DeliveryPayload = (
  deliveryId: string,
  caller: Pick<ReadContext['caller'], 'workspaceId'>,
) => Promise<string | undefined>;

/** Where no log is at hand. */
export const noPayload: DeliveryPayload = async () => undefined;
