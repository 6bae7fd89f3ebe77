import { errors, type Provider } from 'oidc-provider';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { signInPurpose } from '../sign-in/door.ts';
import { formOf } from '../sign-in/form.ts';
import { codePage, linkPage, mailedPage, passwordSignInPage } from '../sign-in/sign-in-form.ts';
import type { Applications } from './applications.ts';
import { askConsent } from './consent.ts';
import { contextClassOf } from './context-class.ts';
import type { IssuerDoor, LocalUsers } from './parts.ts';
import { pageHeaders, problemPage, signInPage } from './sign-in-page.ts';

type Interacting = Readonly<{
  issuer: string;
  users: LocalUsers;
  door?: IssuerDoor | undefined;
  applications?: Applications | undefined;
}>;

/** The step that a person takes: GET shows the form, the people to choose from, or what an application asks for; POST finishes. */
export const interact = async (
  provider: Provider,
  { users, issuer, door, applications }: Interacting,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const refuse = (status: number, message: string): void => {
    response.writeHead(status, pageHeaders).end(problemPage(message));
  };
  try {
    const details = await provider.interactionDetails(request, response);
    const { uid, prompt, session } = details;
    const person = applications && prompt.name === 'consent' ? await users.find(session?.accountId ?? '') : undefined;
    if (applications && person) {
      const action = `${new URL(issuer).pathname.replace(/\/$/, '')}/interaction/${uid}`;
      return await askConsent(provider, { applications, person, action, details }, request, response);
    }
    if (door && (request.method === 'GET' || request.method === 'POST'))
      return await askPerson(provider, { door, issuer, uid }, request, response);
    if (request.method === 'GET') {
      const action = `${new URL(issuer).pathname.replace(/\/$/, '')}/interaction/${uid}`;
      response.writeHead(200, pageHeaders).end(signInPage(await users.list(), action));
      return;
    }
    if (request.method !== 'POST') return refuse(405, 'This page is read or sent.');
    const chosen = (await formOf(request)).get('user') ?? '';
    const user = await users.find(chosen);
    if (!user) return refuse(400, 'There is no user with this name.');
    await provider.interactionFinished(request, response, { login: { accountId: user.id } });
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return refuse(400, 'This sign-in has expired. Start again.');
    throw error;
  }
};

type Asking = Readonly<{ door: IssuerDoor; issuer: string; uid: string }>;

/** Carries out the form that a page of the sign-in sent. */
const entered = async (form: URLSearchParams, { door, issuer, uid }: Asking, request: IncomingMessage) => {
  const at = { request, signInId: uid };
  const [half, link, email] = [form.get('half'), form.get('link'), form.get('email') ?? ''];
  if (half !== null) return door.presentCode({ half, code: form.get('code') ?? '' }, at);
  if (link !== null) return door.openLink({ half: link }, at);
  const passkey = form.get('passkey') ?? '';
  if (passkey !== '') return door.signInByPasskey(passkey, at);
  const { mailLink } = door;
  if (form.get('by') !== 'mail' || !mailLink) return door.signIn({ email, password: form.get('password') ?? '' }, at);
  if (!z.email().max(254).safeParse(email).success)
    return { status: 400, problem: 'The e-mail address is not valid', retryAfter: undefined };
  const refused = await door.askLink(email, at, (userId, text) =>
    mailLink(userId, `${issuer}/interaction/${uid}?link=${text}`),
  );
  return refused ?? 'mailed';
};

/**
 * The form of address and password, the one of a link of a mail, and the one of a code. A refusal is shown above the form,
 * with the address kept.
 */
const askPerson = async (
  provider: Provider,
  asking: Asking,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const { door, issuer, uid } = asking;
  const { forgot, register } = door;
  const action = `${new URL(issuer).pathname.replace(/\/$/, '')}/interaction/${uid}`;
  const asked = { action, forgot, register, byMail: door.mailLink !== undefined };
  const passkey = () => door.passkeyRequest(signInPurpose(uid));
  if (request.method === 'GET') {
    const link = new URLSearchParams((request.url ?? '').split('?')[1]).get('link');
    const page = link === null ? passwordSignInPage({ ...asked, passkey: passkey() }) : linkPage({ action, link });
    response.writeHead(200, pageHeaders).end(page);
    return;
  }
  const form = await formOf(request);
  const outcome = await entered(form, asking, request);
  if (outcome === 'mailed') {
    response.writeHead(200, pageHeaders).end(mailedPage);
    return;
  }
  if ('userId' in outcome) {
    const login = { accountId: outcome.userId, acr: contextClassOf(outcome.sessionId) };
    await provider.interactionFinished(request, response, { login });
    return;
  }
  if ('half' in outcome) {
    response.writeHead(200, pageHeaders).end(codePage({ action, half: outcome.half }));
    return;
  }
  const { status, problem, retryAfter } = outcome;
  const headers = { ...pageHeaders, ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) };
  const half = form.get('half');
  const page =
    half !== null && (status === 401 || status === 429)
      ? codePage({ action, half, problem })
      : passwordSignInPage({ ...asked, email: form.get('email') ?? '', problem, passkey: passkey() });
  response.writeHead(status, headers).end(page);
};
