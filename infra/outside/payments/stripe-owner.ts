import { isRecord } from '../../../domain/kernel/record.ts';

/** The person that an object of Stripe belongs to: this service names them when it makes one. */
export const ownerIn = (object: unknown): string | undefined => {
  const part = (whole: unknown, name: string): unknown => (isRecord(whole) ? whole[name] : undefined);
  const metadataOf = (holder: unknown): string | undefined => {
    const owner = part(part(holder, 'metadata'), 'ownerId');
    return typeof owner === 'string' ? owner : undefined;
  };
  return (
    metadataOf(object) ??
    metadataOf(part(part(object, 'parent'), 'subscription_details')) ??
    metadataOf(part(object, 'subscription_details'))
  );
};
