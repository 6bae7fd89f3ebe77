import type { Platform } from '../../domain/platforms/platform.ts';
import type { Range } from './range.ts';

/** Which accounts count: by default all of the workspace. */
export type Chosen = Range & Readonly<{ platform?: Platform | undefined; accountIds?: readonly string[] | undefined }>;

/** What figures are added up by. */
export type Group = 'platform' | 'account_id' | 'day';
