import { z } from 'zod';
import type { Destination } from '../../../../domain/platforms/connector.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { Credentials } from '../../../../domain/platforms/publisher.ts';
import { appOf, type PlatformTools } from '../adapter.ts';
import { explainToken } from '../meta/errors.ts';
import { graphOf } from '../meta/graph.ts';
import { shaped } from '../shape.ts';

const Inspected = z.object({
  data: z.object({
    is_valid: z.boolean(),
    expires_at: z.number().optional(),
    scopes: z.array(z.string()).optional(),
    granular_scopes: z.array(z.object({ scope: z.string(), target_ids: z.array(z.string()).optional() })).optional(),
    error: z.object({ message: z.string() }).optional(),
  }),
});
const Numbers = z.object({
  data: z.array(z.object({ id: z.string(), display_phone_number: z.string(), verified_name: z.string().optional() })),
});

/** A number of a business account. */
export type BusinessNumber = Destination & Readonly<{ business: string }>;

/** What a token is good for: `debug_token` returns its scopes and assets. */
export const tokenInspection =
  ({ http, hosts, apps }: PlatformTools) =>
  async (token: string) => {
    const { clientId, clientSecret } = appOf(apps, 'WHATSAPP');
    const reply = await http.call(
      {
        method: 'GET',
        url: `${hosts.urls.WHATSAPP.api}/debug_token`,
        query: { input_token: token },
        headers: { authorization: `Bearer ${clientId}|${clientSecret}` },
        effect: 'read',
      },
      explainToken,
    );
    const { data } = shaped(Inspected, reply, 'read');
    if (!data.is_valid)
      throw new PlatformError('unauthorized', 'ACCOUNT_DISCONNECTED', data.error?.message ?? 'the token is not valid', {
        platformCode: '190',
      });
    return data;
  };

/** The phone numbers of every business account the token was given for. */
export const businessNumbers = (tools: PlatformTools) => {
  const graph = graphOf(tools.http);
  const inspected = tokenInspection(tools);
  return async ({ accessToken: token }: Credentials): Promise<readonly BusinessNumber[]> => {
    const { granular_scopes: granted = [] } = await inspected(token);
    const businesses = new Set(
      granted.filter(({ scope }) => scope.startsWith('whatsapp_')).flatMap(({ target_ids: ids = [] }) => ids),
    );
    const found: BusinessNumber[] = [];
    for (const business of businesses) {
      const parameters = { fields: 'id,display_phone_number,verified_name', limit: 100 };
      const url = `${tools.hosts.urls.WHATSAPP.api}/${business}/phone_numbers`;
      const reply = await graph({ method: 'GET', url, token, parameters, effect: 'read' });
      const { data } = shaped(Numbers, reply, 'read');
      for (const { id, display_phone_number: username, verified_name: name = username } of data)
        found.push({ id, name, kind: 'phone_number', username, business });
    }
    return found;
  };
};
