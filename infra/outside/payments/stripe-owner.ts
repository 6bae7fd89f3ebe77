/** The person that an object of Stripe belongs to: this service names them when it makes one. */
export const ownerIn = (object: unknown): string | undefined => {
  const metadataOf = (holder: unknown): string | undefined =>
    (holder as { metadata?: Record<string, string> | null } | null | undefined)?.metadata?.['ownerId'];
  const of = object as { parent?: { subscription_details?: unknown } | null; subscription_details?: unknown };
  return metadataOf(object) ?? metadataOf(of.parent?.subscription_details) ?? metadataOf(of.subscription_details);
};
