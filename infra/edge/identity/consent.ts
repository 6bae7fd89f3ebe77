import { z } from 'zod';
import type Provider from 'oidc-provider';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { defined } from '../../../domain/kernel/defined.ts';
import { cutText } from '../../../domain/kernel/stored-text.ts';
import { formOf } from '../sign-in/form.ts';
import type { Applications } from './applications.ts';
import { grantSeconds } from './applications.ts';
import { consentPage } from './consent-page.ts';
import type { LocalUser } from './sign-in-page.ts';
import { pageHeaders, problemPage } from './sign-in-page.ts';

const Asked = z.object({
  client_id: z.string().optional(),
  redirect_uri: z.string().optional(),
  scope: z.string().optional(),
});

type Details = Awaited<ReturnType<Provider['interactionDetails']>>;

type Asking = Readonly<{
  applications: Applications;
  person: LocalUser;
  action: string;
  details: Details;
}>;

const maxName = 100;

/** What an application calls itself, in one line; its client id where it has no name. */
const nameOf = (given: string | undefined, clientId: string): string =>
  cutText((given ?? '').replace(/\p{C}+/gu, ' ').trim(), maxName) || cutText(clientId, maxName);

/** What is asked for and can be had, each once. */
const askedScopes = (scope: unknown, { scopes }: Applications): readonly string[] => {
  const asked = new Set(String(scope ?? '').split(' '));
  return scopes.filter((each) => asked.has(each));
};

/** A form that a page of another site sends for a person is refused, also by browsers that send its cookie. */
const isFromElsewhere = ({ headers }: IncomingMessage): boolean => {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
};

/** Asks a person who is signed in whether an application may act for them. */
export const askConsent = async (
  provider: Provider,
  { applications, person, action, details }: Asking,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const { client_id: clientId, redirect_uri: redirectUri, scope } = Asked.parse(details.params);
  const client = await provider.Client.find(clientId ?? '');
  if (!client || clientId === undefined || redirectUri === undefined) {
    response.writeHead(400, pageHeaders).end(problemPage('The application is not registered any more. Start again.'));
    return;
  }
  const name = nameOf(client.clientName, clientId);
  const redirectHost = new URL(redirectUri).host;
  const scopes = askedScopes(scope, applications);
  const workspaces = await applications.workspacesOf(person.id);
  const show = (status: number, problem?: string): void => {
    const asked = { action, name, redirectHost, person: person.name ?? person.email, scopes, workspaces };
    response.writeHead(status, pageHeaders).end(consentPage({ ...asked, ...defined({ problem }) }));
  };
  if (request.method === 'GET') return show(200);
  if (isFromElsewhere(request)) return show(403, 'The form was not sent by this page');
  const form = await formOf(request);
  if (form.get('decision') !== 'allow') {
    const refused = { error: 'access_denied', error_description: 'The person did not agree' };
    await provider.interactionFinished(request, response, refused, { mergeWithLastSubmission: false });
    return;
  }
  const workspaceId = form.get('workspace') ?? '';
  if (!workspaces.some(({ id }) => id === workspaceId)) return show(400, 'Choose one of your workspaces');
  const connectionId = applications.newId();
  await applications.connect(
    { userId: person.id, connectionId, workspaceId, clientId, name, redirectHost, scopes },
    request,
  );
  const grant = new provider.Grant({ accountId: person.id, clientId });
  // The id of the grant is the one of the connection: each token of the grant can name it.
  Object.assign(grant, { jti: connectionId, expiresIn: grantSeconds });
  grant.addResourceScope(applications.resource, scopes.join(' '));
  // What is about the person, and not about the tools, is never given.
  grant.rejectOIDCScope(String(scope ?? ''));
  await grant.save();
  await provider.interactionFinished(request, response, { consent: { grantId: connectionId } });
};
