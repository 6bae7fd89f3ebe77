import type { RefusalCode } from '../../../domain/kernel/refused.ts';
import { refusalStatus } from '../../../read-api/contract/refusal-status.ts';
import { entriesOf } from '../../../domain/kernel/keys-of.ts';

export type ErrorCode = RefusalCode | 'INTERNAL_ERROR';

type Guide = Readonly<{
  /** What happened. */
  means: string;
  /** What the client or the person behind it can do. */
  remedy: string;
}>;

/** Every error code with its meaning and what to do about it. */
export const errorGuide: Readonly<Record<ErrorCode, Guide>> = {
  BAD_REQUEST: {
    means: 'The request is malformed: its path, an id, a header, or JSON that cannot be read.',
    remedy: 'Correct what `message` names. `details.idempotencyCode` INVALID_KEY is about the Idempotency-Key.',
  },
  VALIDATION_ERROR: {
    means: 'A field or query parameter is missing, has another form, or breaks a rule.',
    remedy: '`details.field` names it, and `details.allowed` what is possible, where that is a list.',
  },
  INVALID_PARAM: {
    means: 'An address to return to, or what a platform sent back with a person, is not valid.',
    remedy: 'Start the connection again with POST /v1/accounts/connect/{platform}/authorize.',
  },
  OAUTH_ERROR: {
    means: 'The state of a consent is not known, was used, or is older than ten minutes; or the platform refused.',
    remedy: 'Start the connection again.',
  },
  INVALID_PAGE_ID: {
    means: 'The account has no Page, board or location with this id.',
    remedy: 'Choose one of GET /v1/accounts/{id}/pages.',
  },
  PAGE_SELECTION_NOT_SUPPORTED: {
    means: 'The account was connected in a way that knows no Pages.',
    remedy: 'Connect it again through Facebook.',
  },
  DESTINATIONS_NOT_LOADED: {
    means: 'The Pages of the account were not read yet.',
    remedy: 'Ask for GET /v1/accounts/{id}/pages, then choose again.',
  },
  ACCOUNT_PAGE_MISMATCH: {
    means: 'Another connected account has this Page.',
    remedy: 'Choose another Page, or use the account that has it.',
  },
  REQUEST_TOO_LARGE: {
    means: 'The files of the request are larger together than one request may announce.',
    remedy: 'Announce them in several requests.',
  },
  AUTHENTICATION_ERROR: {
    means: 'The credential is missing, malformed, unknown, revoked or expired.',
    remedy: '`details.reason` says which. Send `Authorization: Bearer <API key or session>`.',
  },
  UNAUTHORIZED: {
    means: 'The endpoint is for people, and the request has no session.',
    remedy: 'Sign in, and send the session instead of an API key.',
  },
  LIMIT_EXCEEDED: {
    means: 'The plan has no place for another one.',
    remedy: 'Remove one, or change to a larger plan.',
  },
  PLAN_REQUIRED: {
    means: 'The plan of the workspace does not have this.',
    remedy: 'Change to a plan that has it.',
  },
  AI_SUBSCRIPTION: {
    means: 'The workspace has no AI add-on, or its credits are used up.',
    remedy: 'Buy the add-on or credits, or wait for the next period.',
  },
  INSUFFICIENT_CREDITS: {
    means: 'The workspace has fewer credits than the work costs.',
    remedy: 'Buy credits, or ask for less.',
  },
  JOB_ALREADY_TERMINAL: {
    means: 'The job has ended, so it can neither be cancelled nor go on.',
    remedy: 'Read its outcome.',
  },
  ITEM_NOT_FAILED: {
    means: 'Only a picture that failed is made again.',
    remedy: 'Read the state of the job.',
  },
  MAX_ATTEMPTS_REACHED: {
    means: 'The picture was tried as often as it may be.',
    remedy: 'Start a new job with another text.',
  },
  JOB_CANCELLED: {
    means: 'The job was cancelled.',
    remedy: 'Start a new one.',
  },
  AUTHORIZATION_ERROR: {
    means: 'The API key lacks the scope, or the endpoint is for people only.',
    remedy: '`message` names the scope. Make a key that has it, or send a session.',
  },
  FORBIDDEN: {
    means: 'The role of the person, or the address that the key is used from, does not allow this.',
    remedy: 'Ask an owner or administrator of the workspace.',
  },
  NOT_AUTHORIZED: {
    means: 'The caller is no approver of the step that waits.',
    remedy: 'Ask one of the approvers of GET /v1/posts/{id}/approval-status.',
  },
  PLATFORM_RESTRICTED: {
    means: 'The workspace does not allow this platform.',
    remedy: 'Add it to `allowedPlatforms` of the settings of the workspace.',
  },
  PLAN_UPGRADE_REQUIRED: {
    means: 'The plan of the workspace does not have this.',
    remedy: 'Change to a plan that has it.',
  },
  LIMIT_REACHED: {
    means: 'There are as many as there may be.',
    remedy: 'Remove one first.',
  },
  NOT_FOUND: {
    means: 'The workspace has nothing with this id. What other workspaces have does not exist for it.',
    remedy: 'Check the id, and the workspace that the credential acts in.',
  },
  CONFLICT: {
    means: 'The state of the resource does not allow this, or it has changed since it was read.',
    remedy: 'Read it again. `details.idempotencyCode` is about the Idempotency-Key: IN_PROGRESS passes by itself.',
  },
  ALREADY_IN_APPROVAL: {
    means: 'The post waits for approval already.',
    remedy: 'Wait for the decision, or take the post back.',
  },
  NO_PENDING_STEP: {
    means: 'No step of an approval waits for a decision.',
    remedy: 'Read GET /v1/posts/{id}/approval-status.',
  },
  PAYMENT_ERROR: {
    means: 'The payment was declined.',
    remedy: 'Check the means of payment and pay again.',
  },
  ACTIVE_SUBSCRIPTION: {
    means: 'An active subscription keeps this from being deleted.',
    remedy: 'Cancel the subscription first; `details` has the address.',
  },
  SOLE_WORKSPACE_OWNER: {
    means: 'The person owns workspaces that have other members.',
    remedy: 'Offer the ownership to one of the members, or delete the workspaces.',
  },
  BROADCAST_NOT_EDITABLE: {
    means: 'The broadcast is being sent or was sent.',
    remedy: 'Create another one.',
  },
  BROADCAST_ALREADY_SENT: {
    means: 'The broadcast was sent already.',
    remedy: 'Create another one.',
  },
  NO_ELIGIBLE_CONTACTS: {
    means: 'No contact may get the message now.',
    remedy: 'Widen the rules of the segment.',
  },
  BROADCAST_CONTACT_LIMIT_EXCEEDED: {
    means: 'The broadcast goes to more contacts than the plan has.',
    remedy: 'Narrow the rules of the segment, or change to a larger plan.',
  },
  BROADCAST_NOT_RETRYABLE: {
    means: 'Only a broadcast that has ended is sent again to those who did not get it.',
    remedy: 'Wait for its end.',
  },
  NO_FAILED_DELIVERIES: {
    means: 'No delivery of the broadcast failed.',
    remedy: 'There is nothing to do.',
  },
  BROADCAST_NOT_DELETABLE: {
    means: 'The state of the broadcast does not allow its deletion.',
    remedy: 'Stop it first, where it is being sent.',
  },
  PERSONA_IN_USE: {
    means: 'Posts or accounts refer to the persona.',
    remedy: 'Give them another persona first.',
  },
  PERSONA_INCOMPLETE: {
    means: 'The persona lacks what writing needs.',
    remedy: 'Add the modules that `message` names.',
  },
  UNKNOWN_MODULE_TYPE: {
    means: 'A persona has no module of this name.',
    remedy: '`details.known` has the names.',
  },
  RATE_LIMITED: {
    means: 'The workspace sent more requests than the window allows.',
    remedy: 'Wait for the seconds of the header Retry-After, then send it again.',
  },
  UPLOAD_UNAVAILABLE: {
    means: 'The object storage gives no address to upload to now.',
    remedy: 'Send it again after some seconds.',
  },
  SERVICE_UNAVAILABLE: {
    means: 'A part that the service depends on does not answer.',
    remedy: 'Send it again after the seconds of the header Retry-After.',
  },
  SUBSCRIPTION_CANCEL_FAILED: {
    means: 'The payment provider did not confirm that the subscription is cancelled.',
    remedy: 'Send it again later.',
  },
  INTERNAL_ERROR: {
    means: 'Something unexpected happened in the service.',
    remedy: 'Send it again later. `requestId` identifies the request for the people who operate the service.',
  },
};

export const errorPagePath = '/v1/docs/errors';

/** Where a code is described, as an address of the service that answers. */
export const documentationUrlOf = (code: string): string | undefined =>
  Object.hasOwn(errorGuide, code) ? `${errorPagePath}#${code}` : undefined;

const statusOf = (code: ErrorCode): number => (code === 'INTERNAL_ERROR' ? 500 : refusalStatus[code]);

const html = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const withCode = (text: string): string => html(text).replace(/`([^`]+)`/g, '<code>$1</code>');

/** The page that describes each code, without scripts. */
export const errorPage = (): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Error codes</title>
<link rel="icon" href="data:,">
</head>
<body>
<h1>Error codes</h1>
<p>Each error is <code>{"error": {code, message, details?, requestId, documentationUrl}}</code>. Branch on the code.</p>
${entriesOf(errorGuide)
  .map(
    ([code, { means, remedy }]) =>
      `<h2 id="${code}">${code} <small>${statusOf(code)}</small></h2>\n<p>${withCode(means)}</p>\n<p>${withCode(remedy)}</p>`,
  )
  .join('\n')}
</body>
</html>
`;
