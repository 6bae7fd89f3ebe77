import { z } from 'zod';
import { platforms } from '../../../domain/platforms/platform.ts';

export const Id = z.string().min(1).max(64);
export const PostId = Id.describe('The post (list_posts)');
export const AccountId = Id.describe('The account (list_accounts)');
export const PlatformName = z.string().max(40).describe('For example FACEBOOK');
export const Limit = z.int().min(1).max(100).optional();
export const Cursor = z.string().max(1024).optional().describe('The cursor of the next page, from the previous one');
export const Time = z.string().max(64).describe('ISO 8601');
export const IdempotencyKey = z.string().max(200).optional().describe('The same key never does it a second time');
export const PlatformNames = z.array(z.string().max(40)).min(1).max(platforms.length).describe('Platform constants');

/** A path with one id in it. */
export const at = (before: string, id: string, after = ''): string => `${before}/${encodeURIComponent(id)}${after}`;

/** A path with the given fields as its query. */
export const withQuery = (path: string, fields: Readonly<Record<string, unknown>>): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? path : `${path}?${query}`;
};

export const keyed = (key: string | undefined): { headers?: Record<string, string> } =>
  key === undefined ? {} : { headers: { 'idempotency-key': key } };
