/** The columns of a CSV file of contacts that an import reads. */
export const importedColumns = [
  'platform',
  'platformId',
  'displayName',
  'username',
  'avatarUrl',
  'tags',
  'customFields',
  'isSuppressed',
] as const;
export type ImportedColumn = (typeof importedColumns)[number];

/** The columns that an export has besides; an import reads over them. */
export const furtherColumns = [
  'id',
  'socialAccountId',
  'suppressionReason',
  'lastSeenAt',
  'lastInboundAt',
  'messagesSentCount',
  'createdAt',
  'updatedAt',
] as const;
