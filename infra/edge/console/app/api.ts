import type { components, paths } from '@social-publishing/client/schema';
import { passing, retryAfterOf } from '@social-publishing/client/passing';
import createFetchClient, { type Client } from 'openapi-fetch';
import { noteWaiting, pauseUntilOnline } from './connection.ts';
import { Unanswered } from './unanswered.ts';
import { changes, sentUntilAnswered } from './sent-again.ts';
import { currentToken, forgetToken } from './session.ts';

export type Schemas = components['schemas'];

/** An error answer of the service. */
export class Refusal extends Error {
  readonly status: number;
  /** Why each field of the request is refused, by its path. */
  readonly fields: ReadonlyMap<string, string>;
  /** Whether the next look may be answered otherwise: a part is away for a while, or its read model was behind. */
  readonly isPassing: boolean;
  /** How long the service asks to wait before that, in milliseconds. */
  readonly retryAfterMs: number;

  constructor(response: Response, message: string, fields: ReadonlyMap<string, string> = new Map()) {
    super(message);
    this.status = response.status;
    this.fields = fields;
    this.isPassing = passing.has(response.status) || isStale(response);
    this.retryAfterMs = retryAfterOf(response) ?? 0;
  }
}

const isStale = ({ headers }: Response): boolean => headers.get('x-stale') === 'true';

const workspaceKey = 'console.workspace';

export const chosenWorkspace = (): string | undefined => sessionStorage.getItem(workspaceKey) ?? undefined;
export const chooseWorkspace = (id: string): void => sessionStorage.setItem(workspaceKey, id);
/** The person's oldest workspace is shown then. */
export const forgetWorkspace = (): void => sessionStorage.removeItem(workspaceKey);

/** Called when a session has expired; the page goes back to signing in. */
let signedOut = (): void => {};
export const onSignedOut = (listener: () => void): void => {
  signedOut = listener;
};

/** Called after each answer to a call that changes something. */
let changed = (): void => {};
export const onChange = (listener: () => void): void => {
  changed = listener;
};

/** How far in the log a feed has come. */
let seen: string | undefined;

/** Reads from now on contain what a feed reported at this position, also where read models follow a little later. */
export const seenUpTo = (position: string): void => {
  seen = position;
};

let stale = 0;

/** How many answers came so far from read models that were behind what the reader knows of. */
export const staleAnswers = (): number => stale;

const sentOnce = async (request: Request): Promise<Response> => {
  if (seen !== undefined && request.method === 'GET') request.headers.set('x-after-position', seen);
  const response = await fetch(request).catch((fault: unknown) => {
    throw fault instanceof TypeError ? new Unanswered() : fault;
  });
  if (isStale(response)) stale += 1;
  if (changes(request)) changed();
  if (response.status === 401) {
    forgetToken();
    signedOut();
  }
  return response;
};

const untilAnswered = sentUntilAnswered(sentOnce, { wait: pauseUntilOnline, noteWaiting });

const workspaceHeader = 'x-workspace-id';

/** The headers of a call that follows one in this workspace: the person may have gone to another one since. */
export const headersOf = (workspace: string | undefined): Readonly<Record<string, string>> =>
  workspace === undefined ? {} : { [workspaceHeader]: workspace };

/** It stays with the person and the workspace that it is made for, also where it is sent again later. */
const sent = (request: Request): Promise<Response> => {
  const workspace = chosenWorkspace();
  request.headers.set('authorization', `Bearer ${currentToken() ?? ''}`);
  if (workspace !== undefined && !request.headers.has(workspaceHeader)) request.headers.set(workspaceHeader, workspace);
  return untilAnswered(request);
};

export const api: Client<paths, 'application/json'> = createFetchClient<paths, 'application/json'>({
  baseUrl: location.origin,
  fetch: sent,
});

type Outcome<Data> = Readonly<{ data?: Data; error?: unknown; response: Response }>;

const messageOf = (error: unknown): string | undefined => {
  const said = (error as { error?: { message?: unknown } } | undefined)?.error?.message;
  return typeof said === 'string' ? said : undefined;
};

type Issues = Readonly<{ field?: string; issues?: readonly Readonly<{ field: string; message: string }>[] }>;

/** An answer names one field, or several with a reason for each. */
const fieldsOf = (error: unknown): ReadonlyMap<string, string> => {
  const { field, issues } = (error as { error?: { details?: Issues } } | undefined)?.error?.details ?? {};
  if (issues !== undefined) return new Map(issues.map(({ field: name, message }) => [name, message]));
  // A message begins with the field that it is about, which the form shows beside its own name for it.
  return new Map(field === undefined ? [] : [[field, (messageOf(error) ?? '').replace(`${field}: `, '')]]);
};

/** The answer of a call, or a `Refusal` with the reason. */
export const answered = async <Data>(call: Promise<Outcome<Data>>): Promise<Data> => {
  const { data, error, response } = await call;
  if (!response.ok) {
    const message = messageOf(error) ?? `The service answered ${response.status}`;
    throw new Refusal(response, message, fieldsOf(error));
  }
  return data as Data;
};
