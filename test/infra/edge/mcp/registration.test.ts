import { expect } from 'chai';
import { maxRegistered, registration } from '../../../../infra/edge/mcp/registration.ts';
import { startEdge } from '../../../support/edge.ts';

describe('the registration of programs', () => {
  let waiting = 0;
  const reached: unknown[] = [];
  const edgeOf = () =>
    startEdge({
      prefixes: {
        '/reg': registration({
          count: () => Promise.resolve(waiting),
          issuer: async (req, res) => {
            let text = '';
            for await (const chunk of req) text += String(chunk);
            reached.push(JSON.parse(text));
            res.writeHead(201, { 'content-type': 'application/json' }).end('{}');
          },
        }),
      },
    });
  let edge: Awaited<ReturnType<typeof startEdge>>;
  beforeEach(async () => {
    edge = await edgeOf();
    waiting = 0;
    reached.length = 0;
  });
  afterEach(() => edge.stop());
  const register = (body: object) => edge.send('POST /reg', { body });
  const body = { redirect_uris: ['https://chat.example/callback'], client_name: 'Chat' };

  it('lets through a name and redirects, and nothing else that was asked for', async () => {
    expect((await register({ ...body, scope: 'openid', jwks_uri: 'http://10.0.0.1/' })).status).to.equal(201);
    expect(reached).to.deep.equal([
      {
        ...body,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        scope: 'offline_access',
        application_type: 'web',
      },
    ]);
  });

  it('takes twenty an hour from one address', async () => {
    for (let made = 0; made < 20; made += 1) expect((await register(body)).status).to.equal(201);
    expect((await register(body)).status).to.equal(429);
  });

  it('takes no more while too many wait for their person', async () => {
    waiting = maxRegistered;
    expect((await register(body)).status).to.equal(503);
    expect(reached).to.deep.equal([]);
  });
});
