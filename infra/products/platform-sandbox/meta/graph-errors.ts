import { jsonReply } from '../body.ts';
import { newSecret } from '../grants.ts';
import type { SandboxWorld } from '../platform.ts';

/** One failure in the form of the Graph API (Meta: "Handle errors"). */
export type GraphFailure = Readonly<{
  /** 400 by default. */
  status?: number;
  code: number;
  subcode?: number;
  message: string;
  type?: string;
  transient?: boolean;
  /** The two texts meant for people. */
  title?: string;
  words?: string;
  /** WhatsApp: `error_data.details`. */
  details?: string;
  /** Chunked videos: the offset to continue from. */
  offsets?: Readonly<{ start_offset: string; end_offset: string }>;
}>;

export const graphError = (failure: GraphFailure, headers: Readonly<Record<string, string>> = {}): Response => {
  const { status = 400, code, subcode, message, type = 'OAuthException', transient, title, words } = failure;
  const { details, offsets } = failure;
  return jsonReply(
    status,
    {
      error: {
        message,
        type,
        code,
        ...(details !== undefined && { error_data: { messaging_product: 'whatsapp', details } }),
        ...(offsets && { error_data: offsets }),
        ...(subcode !== undefined && { error_subcode: subcode }),
        ...(transient !== undefined && { is_transient: transient }),
        ...(title !== undefined && { error_user_title: title }),
        ...(words !== undefined && { error_user_msg: words }),
        fbtrace_id: `A${newSecret(15)}`,
      },
    },
    headers,
  );
};

/** Ends a call with the platform's refusal, from any depth. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly failure: GraphFailure;
  constructor(failure: GraphFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

export const badParameter = (message: string, more: Partial<GraphFailure> = {}): GraphFailure => ({
  code: 100,
  message: `(#100) ${message}`,
  ...more,
});

/** Meta's one answer for objects that are deleted, never existed, or are not visible. */
export const missingObject = (method: string, id: string): GraphFailure => ({
  code: 100,
  subcode: 33,
  type: 'GraphMethodException',
  message: `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
});

export const permissionMissing: GraphFailure = {
  status: 403,
  code: 200,
  message: '(#200) The permission(s) required for this call are not granted, or the person has no such role',
};

export const tokenUnreadable: GraphFailure = {
  code: 190,
  message: 'Invalid OAuth access token - Cannot parse access token',
};

export const tokenExpired = (world: SandboxWorld): GraphFailure => ({
  code: 190,
  subcode: 463,
  message: `Error validating access token: Session has expired. The current time is ${world.now().toUTCString()}.`,
});

export const tokenRevoked: GraphFailure = {
  code: 190,
  subcode: 458,
  message: 'Error validating access token: The user has not authorized application 1017.',
};

export const pageTokenRequired: GraphFailure = {
  code: 210,
  message: '(#210) A page access token is required to request this resource.',
};

export const somethingWrong: GraphFailure = {
  status: 500,
  code: 2,
  transient: true,
  message: 'An unexpected error has occurred. Please retry your request later.',
};

/**
 * The usage header beside a rate limit (Meta: "Rate limits"). Access returns after a minute, short
 * enough for the service's own retry delays to decide.
 */
export const usageHeader = (businessId: string, type: string): Readonly<Record<string, string>> => ({
  'x-business-use-case-usage': JSON.stringify({
    [businessId]: [{ type, call_count: 100, total_cputime: 25, total_time: 25, estimated_time_to_regain_access: 1 }],
  }),
  'x-app-usage': JSON.stringify({ call_count: 100, total_cputime: 25, total_time: 25 }),
});
