import type { Platform } from '../platforms/platform.ts';
import type { PlatformErrorCode } from '../platforms/platform-error.ts';

/** Reasons against publishing: the platform-level codes, and three that have no code of their own there. */
export type BlockingCode = PlatformErrorCode | 'TOO_MANY_HASHTAGS' | 'TOO_MANY_MENTIONS';

export type AdvisoryCode =
  | 'NO_HASHTAGS'
  | 'TOO_MANY_HASHTAGS'
  | 'TOO_MANY_LINKS'
  | 'LINKS_NOT_CLICKABLE'
  | 'TEXT_MAY_BE_TOO_LONG'
  | 'TITLE_FROM_TEXT'
  | 'MEDIA_TYPE_MAY_BE_REJECTED'
  | 'MEDIA_MAY_BE_REJECTED'
  | 'MEDIA_NOT_MEASURED'
  | 'FIRST_COMMENT_NOT_SUPPORTED'
  | 'FIRST_COMMENT_TOO_LONG'
  | 'FIRST_COMMENT_NEEDS_OTHER_TOKEN'
  | 'THREAD_WITHOUT_ITEMS'
  | 'THREAD_ITEMS_IGNORED'
  | 'TIKTOK_PRIVACY_LEVEL_REQUIRED'
  | 'RECIPIENT_REQUIRED'
  | 'WHATSAPP_WINDOW'
  | 'ACCOUNT_DISCONNECTED'
  | 'PLATFORM_NOT_ON_POST';

export type Problem = Readonly<{
  code: BlockingCode;
  message: string;
  /** The field of the post to change, where the code alone does not say it. */
  field?: string;
}>;
export type Advice = Readonly<{ code: AdvisoryCode; message: string }>;

/** The finding of a rule: errors block, warnings advise. */
export type Findings = Readonly<{ errors: readonly Problem[]; warnings: readonly Advice[] }>;

export const nothingFound: Findings = { errors: [], warnings: [] };

export const problem = (code: BlockingCode, message: string): Findings => ({
  errors: [{ code, message }],
  warnings: [],
});

export const advice = (code: AdvisoryCode, message: string): Findings => ({
  errors: [],
  warnings: [{ code, message }],
});

/** The findings of one field: problems that name none get it. */
export const located = ({ errors, warnings }: Findings, field: string): Findings => ({
  errors: errors.map((one) => ({ field, ...one })),
  warnings,
});

export const gather = (findings: Iterable<Findings>): Findings => {
  const all = [...findings];
  return { errors: all.flatMap((one) => one.errors), warnings: all.flatMap((one) => one.warnings) };
};

/** Findings of one platform and whether the post may go there. */
export type Check = Readonly<{
  valid: boolean;
  errors: readonly Omit<Problem, 'field'>[];
  warnings: readonly Advice[];
}>;

export const checkOf = ({ errors, warnings }: Findings): Check => ({
  valid: errors.length === 0,
  errors: errors.map(({ code, message }) => ({ code, message })),
  warnings,
});

export type PostCheck = Readonly<{ valid: boolean; platforms: Readonly<Partial<Record<Platform, Check>>> }>;
