/** The error codes of refusals. Clients branch on them, so a code is never renamed. */
export type RefusalCode =
  | 'BAD_REQUEST'
  | 'VALIDATION_ERROR'
  | 'INVALID_PARAM'
  | 'OAUTH_ERROR'
  | 'INVALID_PAGE_ID'
  | 'PAGE_SELECTION_NOT_SUPPORTED'
  | 'DESTINATIONS_NOT_LOADED'
  | 'ACCOUNT_PAGE_MISMATCH'
  | 'REQUEST_TOO_LARGE'
  | 'AUTHENTICATION_ERROR'
  | 'UNAUTHORIZED'
  | 'LIMIT_EXCEEDED'
  | 'PLAN_REQUIRED'
  | 'AI_SUBSCRIPTION'
  | 'INSUFFICIENT_CREDITS'
  | 'JOB_ALREADY_TERMINAL'
  | 'ITEM_NOT_FAILED'
  | 'MAX_ATTEMPTS_REACHED'
  | 'JOB_CANCELLED'
  | 'AUTHORIZATION_ERROR'
  | 'FORBIDDEN'
  | 'NOT_AUTHORIZED'
  | 'PLATFORM_RESTRICTED'
  | 'PLAN_UPGRADE_REQUIRED'
  | 'LIMIT_REACHED'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'ALREADY_IN_APPROVAL'
  | 'NO_PENDING_STEP'
  | 'PAYMENT_ERROR'
  | 'ACTIVE_SUBSCRIPTION'
  | 'SOLE_WORKSPACE_OWNER'
  | 'BROADCAST_NOT_EDITABLE'
  | 'BROADCAST_ALREADY_SENT'
  | 'NO_ELIGIBLE_CONTACTS'
  | 'BROADCAST_CONTACT_LIMIT_EXCEEDED'
  | 'BROADCAST_NOT_RETRYABLE'
  | 'NO_FAILED_DELIVERIES'
  | 'BROADCAST_NOT_DELETABLE'
  | 'PERSONA_IN_USE'
  | 'PERSONA_INCOMPLETE'
  | 'UNKNOWN_MODULE_TYPE'
  | 'RATE_LIMITED'
  | 'UPLOAD_UNAVAILABLE'
  | 'SERVICE_UNAVAILABLE'
  | 'SUBSCRIPTION_CANCEL_FAILED';

type Options = Readonly<{
  /** The code whose class this refusal belongs to, where the reference gives one code two classes. */
  answeredAs?: RefusalCode | undefined;
}>;

/**
 * A refusal that the caller can act on: the domain's only error type. Every other error is a fault.
 *
 * @example
 * new Refused('CONFLICT', 'The name is taken', { field: 'name' }).code; // 'CONFLICT'
 */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: RefusalCode;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly answeredAs: RefusalCode;

  constructor(
    code: RefusalCode,
    message: string,
    details?: Readonly<Record<string, unknown>>,
    { answeredAs = code }: Options = {},
  ) {
    super(message);
    this.code = code;
    this.details = details;
    this.answeredAs = answeredAs;
  }
}

/**
 * @example
 * notFound('post').message; // 'Post not found'
 */
export const notFound = (what: string): Refused =>
  new Refused('NOT_FOUND', `${what.charAt(0).toUpperCase()}${what.slice(1)} not found`);
