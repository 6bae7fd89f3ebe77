import type { SandboxAccount, SandboxObject, SandboxSecret, SandboxStore } from './store.ts';

/** The rows of the sandbox's tables. */

export const accountRow = (account: SandboxAccount) => ({
  platform: account.platform,
  native_id: account.nativeId,
  workspace_id: account.workspaceId,
  username: account.username,
  value: account,
});

export const secretRow = (secret: SandboxSecret) => ({
  platform: secret.platform,
  kind: secret.kind,
  secret: secret.value,
  account_native_id: secret.accountNativeId,
  family: secret.family,
  expires_at: secret.expiresAt ?? null,
  spent: secret.spent,
  revoked: secret.revoked,
  value: secret.data,
});

export const objectRow = (object: SandboxObject, unique: Parameters<SandboxStore['insertObject']>[1]) => ({
  platform: object.platform,
  native_id: object.nativeId,
  account_native_id: object.accountNativeId,
  kind: object.kind,
  direction: object.direction,
  parent_native_id: object.parentNativeId,
  deleted: object.deletedAt !== null,
  unique_key: unique?.key ?? null,
  unique_until: unique?.until ?? null,
  value: object,
});
