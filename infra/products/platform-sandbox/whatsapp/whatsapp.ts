import { jsonReply } from '../body.ts';
import { isClient } from '../clients.ts';
import { holder } from '../grants.ts';
import type { Route, SandboxCall, SandboxPlatform } from '../platform.ts';
import { dead, facebookLoginRoutes } from '../meta/facebook-login.ts';
import { fieldTree, withFields } from '../meta/fields.ts';
import { badParameter, graphError, missingObject, Refusal } from '../meta/graph-errors.ts';
import { metaId } from '../meta/ids.ts';
import { everything } from '../meta/listing.ts';
import { textOf } from '../meta/parameters.ts';
import { asHolder, refusing, type MetaSession } from '../meta/session.ts';
import { issueToken } from '../meta/tokens.ts';
import {
  businessOf,
  createBusiness,
  host,
  numberIn,
  numbersOf,
  whatsapp,
  whatsappScopes,
  type PhoneNumber,
} from './accounts.ts';
import { messageRoutes } from './messages.ts';
import { messageReport, subscriptionRoutes } from './reports.ts';
import { templateRoutes } from './templates.ts';

const numberNode = ({ id, display, name }: PhoneNumber) => ({
  id,
  display_phone_number: display,
  verified_name: name,
  quality_rating: 'GREEN',
  code_verification_status: 'VERIFIED',
});

const fieldsOf = ({ parameters }: MetaSession) => fieldTree(textOf(parameters['fields']));
const standard = ['verified_name', 'display_phone_number', 'id'];
const managing = { scope: ['whatsapp_business_management'] };

const numbers = (call: SandboxCall): Promise<Response> =>
  asHolder(call, whatsapp, managing, async (session) => {
    const id = call.params['business'] ?? '';
    if (id !== businessOf(session.account)) throw new Refusal(missingObject('get', id));
    return everything(
      numbersOf(session.account).map((number) =>
        withFields('WhatsAppBusinessPhoneNumber', numberNode(number), fieldsOf(session), standard),
      ),
    );
  });

const number = (call: SandboxCall): Promise<Response> =>
  asHolder(call, whatsapp, managing, async (session) =>
    jsonReply(
      200,
      withFields(
        'WhatsAppBusinessPhoneNumber',
        numberNode(numberIn(session, call.params['number'] ?? '')),
        fieldsOf(session),
        standard,
      ),
    ),
  );

/** `GET /oauth/revoke` ends a system user's token (Meta: "System users"). */
const revoke = (call: SandboxCall): Promise<Response> =>
  refusing(async () => {
    const { world, url } = call;
    const query = url.searchParams;
    if (!isClient(world, 'WHATSAPP', query.get('client_id') ?? undefined, query.get('client_secret') ?? ''))
      throw new Refusal(badParameter('Error validating application', { code: 101 }));
    const asking = await holder(world, 'WHATSAPP', 'access', query.get('access_token') ?? undefined);
    if (typeof asking === 'string') throw new Refusal(dead(world, asking));
    const held = await holder(world, 'WHATSAPP', 'access', query.get('revoke_token') ?? undefined);
    if (typeof held !== 'string') await world.store.revokeFamily('WHATSAPP', held.secret.family);
    return jsonReply(200, { success: true });
  });

const accountRoutes: readonly Route[] = [
  { method: 'GET', host, path: '/:version/oauth/revoke', run: revoke },
  { method: 'GET', host, path: '/:version/:business/phone_numbers', run: numbers },
  { method: 'GET', host, path: '/:version/:number', run: number },
];

/** The WhatsApp Cloud API, simulated: system-user tokens, phone numbers, uploads by id, one message for each medium. */
export const whatsappSandbox: SandboxPlatform = {
  platform: 'WHATSAPP',
  containers: false,
  report: messageReport,
  routes: [
    ...facebookLoginRoutes({
      dialect: whatsapp,
      title: 'WhatsApp Business',
      scopes: whatsappScopes,
      person: (world, workspaceId) => createBusiness(world, { workspaceId }),
      token: { type: 'SYSTEM_USER', life: 'endless' },
    }),
    ...messageRoutes,
    ...templateRoutes,
    ...subscriptionRoutes,
    ...accountRoutes,
  ],
  unknownPath: ({ request, url }) => graphError(missingObject(request.method, url.pathname.split('/').at(-1) ?? '')),
  newId: async (world, kind) => (kind === 'message' ? `wamid.${await metaId(world)}` : metaId(world)),
  async provision(world, { workspaceId, username, tokenExpiresInSeconds }) {
    const account = await createBusiness(world, { workspaceId, ...(username !== undefined && { username }) });
    const secret = await issueToken(world, account, {
      type: 'SYSTEM_USER',
      life: 'endless',
      scope: whatsappScopes.join(','),
      ...(tokenExpiresInSeconds !== undefined && { expiresInSeconds: tokenExpiresInSeconds }),
    });
    return {
      details: { nativeId: account.nativeId, username: account.username, displayName: account.displayName },
      grant: {
        credentials: { accessToken: secret.value },
        ...(tokenExpiresInSeconds !== undefined && { expiresInSeconds: tokenExpiresInSeconds, canAutoRefresh: false }),
        scopes: [...whatsappScopes],
      },
      destinations: numbersOf(account).map(({ id, name, display: username }) => ({
        id,
        name,
        kind: 'phone_number',
        username,
      })),
    };
  },
};
