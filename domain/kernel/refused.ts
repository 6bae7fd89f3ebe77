/** The error codes of the API that a rule can answer with, and their HTTP statuses. */
export const refusalStatus = {
  BAD_REQUEST: 400,
  VALIDATION_ERROR: 400,
  INVALID_PARAM: 400,
  OAUTH_ERROR: 400,
  INVALID_PAGE_ID: 400,
  PAGE_SELECTION_NOT_SUPPORTED: 400,
  DESTINATIONS_NOT_LOADED: 400,
  ACCOUNT_PAGE_MISMATCH: 400,
  REQUEST_TOO_LARGE: 400,
  PERSONA_INCOMPLETE: 400,
  UNKNOWN_MODULE_TYPE: 400,
  AUTHENTICATION_ERROR: 401,
  UNAUTHORIZED: 401,
  LIMIT_EXCEEDED: 402,
  PLAN_REQUIRED: 402,
  INSUFFICIENT_CREDITS: 402,
  AI_SUBSCRIPTION: 402,
  AUTHORIZATION_ERROR: 403,
  FORBIDDEN: 403,
  PLATFORM_RESTRICTED: 403,
  PLAN_UPGRADE_REQUIRED: 403,
  LIMIT_REACHED: 403,
  NOT_AUTHORIZED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  NO_PENDING_STEP: 409,
  ALREADY_IN_APPROVAL: 409,
  ACTIVE_SUBSCRIPTION: 409,
  SOLE_WORKSPACE_OWNER: 409,
  PERSONA_IN_USE: 409,
  JOB_ALREADY_TERMINAL: 409,
  PAYMENT_ERROR: 422,
  ITEM_NOT_FAILED: 422,
  MAX_ATTEMPTS_REACHED: 422,
  JOB_CANCELLED: 422,
  BROADCAST_NOT_EDITABLE: 422,
  BROADCAST_ALREADY_SENT: 422,
  NO_ELIGIBLE_CONTACTS: 422,
  BROADCAST_CONTACT_LIMIT_EXCEEDED: 422,
  BROADCAST_NOT_RETRYABLE: 422,
  NO_FAILED_DELIVERIES: 422,
  BROADCAST_NOT_DELETABLE: 422,
  RATE_LIMITED: 429,
  UPLOAD_UNAVAILABLE: 503,
  SERVICE_UNAVAILABLE: 503,
  SUBSCRIPTION_CANCEL_FAILED: 503,
} as const;

export type RefusalCode = keyof typeof refusalStatus;

/** A refusal the caller can act on: the one error type of the domain. Everything else thrown is a fault. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: RefusalCode;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** Overrides the code's usual status where the reference gives one code two (LIMIT_EXCEEDED is 402, or 400 for API keys). */
  readonly status: number;

  constructor(code: RefusalCode, message: string, details?: Readonly<Record<string, unknown>>, status?: number) {
    super(message);
    this.code = code;
    this.details = details;
    this.status = status ?? refusalStatus[code];
  }
}

export const notFound = (what: string): Refused => new Refused('NOT_FOUND', `${what} not found`);
