import { expect } from 'chai';
import { createHmac } from 'node:crypto';
import { idAt } from '../../../../domain/kernel/ids.ts';
import {
  ApiError,
  createClient,
  orThrow,
  paginate,
  paginateNumbered,
  verifyWebhook,
  type ClientOptions,
} from '../../../../infra/products/client/client.ts';
import type { Fetch } from '../../../../infra/products/client/retrying-fetch.ts';
import { writeRequests } from '../../../../infra/stores/postgres/request-log.ts';
import { useWorkspaceApi } from '../../../support/workspace-api.ts';

describe('the client', () => {
  const api = useWorkspaceApi();
  const clientOf = (apiKey: string, more: Partial<ClientOptions> = {}) =>
    createClient({ baseUrl: api().edge.origin, apiKey, wait: async () => {}, ...more });

  /** Sends for real and loses the answers of the first tries. */
  const losing = (answers: number): Fetch => {
    let left = answers;
    return async (request) => {
      const response = await fetch(request);
      if (left-- <= 0) return response;
      await response.body?.cancel();
      throw new TypeError('the connection broke');
    };
  };

  it('asks the service, typed from request to answer, at an address with or without /v1', async () => {
    const olivia = await api().owner();
    for (const baseUrl of [api().edge.origin, `${api().edge.origin}/`, `${api().edge.origin}/v1/`]) {
      const client = clientOf(olivia.token, { baseUrl });
      const { data, error } = await client.GET('/v1/workspaces/{id}', { params: { path: { id: olivia.workspaceId } } });
      expect(error).to.equal(undefined);
      expect([data?.slug, data?.plan]).to.deep.equal([olivia.slug, 'agency']);
    }
  });

  it('carries a POST out once, however often its answer is lost', async () => {
    const olivia = await api().owner();
    const client = clientOf(olivia.token, { fetch: losing(2) });
    const outcome = await client.POST('/v1/workspaces', { body: { name: 'Second', slug: api().newSlug() } });
    const made = orThrow(outcome);
    expect(outcome.response.headers.get('idempotent-replayed')).to.equal('true');
    const { data: listed } = orThrow(await client.GET('/v1/workspaces'));
    expect(listed.map(({ id }) => id)).to.deep.equal([olivia.workspaceId, made.id]);
  });

  it('tells of a refusal, or throws it', async () => {
    const olivia = await api().owner();
    const outcome = await clientOf(olivia.token).POST('/v1/workspaces', { body: { name: '', slug: olivia.slug } });
    expect(outcome.error?.error.code).to.equal('VALIDATION_ERROR');
    try {
      orThrow(outcome);
      expect.fail('nothing was thrown');
    } catch (error) {
      expect(error).to.be.instanceOf(ApiError);
      expect(error).to.include({ status: 400, code: 'VALIDATION_ERROR' });
      expect((error as ApiError).details['field']).to.equal('name');
      expect((error as ApiError).requestId).to.equal(outcome.response.headers.get('x-request-id'));
    }
  });

  it('goes through a list by its cursors', async () => {
    const olivia = await api().owner();
    const ids = Array.from({ length: 5 }, (_, n) => idAt(Date.parse(`2031-05-0${n + 1}T00:00:00Z`), '0'.repeat(15)));
    await writeRequests(
      api().database.kysely,
      ids.map((id, n) => ({
        id,
        workspace_id: olivia.workspaceId,
        at: `2031-05-0${n + 1}T00:00:00Z`,
        api_key_id: null,
        method: 'GET',
        path: '/v1/posts',
        route: '/v1/posts',
        status: 200,
        milliseconds: 1,
        request_id: 'r',
        actor_type: 'user',
        actor_id: olivia.userId,
        ip_address: null,
      })),
    );
    const client = clientOf(olivia.token);
    const found: string[] = [];
    const path = { id: olivia.workspaceId };
    for await (const { id } of paginate((at) =>
      client.GET('/v1/workspaces/{id}/request-history', { params: { path, query: { ...at, limit: 2 } } }),
    )) {
      found.push(id);
    }
    expect(found).to.deep.equal([...ids].reverse());
  });

  it('goes through a list by its pages, and throws what refuses one', async () => {
    const olivia = await api().owner();
    for (const name of ['Two', 'Three']) await olivia.send('POST /v1/workspaces', { name, slug: api().newSlug() });
    const client = clientOf(olivia.token);
    const names: string[] = [];
    for await (const { name } of paginateNumbered((at) =>
      client.GET('/v1/workspaces', { params: { query: { ...at, limit: 1 } } }),
    )) {
      names.push(name);
    }
    expect(names.slice(1)).to.deep.equal(['Two', 'Three']);
    const stranger = clientOf('svc_test_nobody');
    const refused = paginateNumbered((at) => stranger.GET('/v1/workspaces', { params: { query: at } }));
    const fault = await refused.next().catch((error: unknown) => error);
    expect(fault).to.be.instanceOf(ApiError).and.include({ status: 401 });
  });

  it('hands the position of its writes back with its reads, where it is asked to', async () => {
    const olivia = await api().owner();
    const asked: (string | null)[] = [];
    let position: string | null = null;
    const client = clientOf(olivia.token, {
      followWrites: true,
      fetch: async (request) => {
        asked.push(request.headers.get('x-after-position'));
        const response = await fetch(request);
        position = response.headers.get('x-position') ?? position;
        return response;
      },
    });
    const params = { path: { id: olivia.workspaceId } };
    await client.GET('/v1/workspaces/{id}', { params });
    await client.PATCH('/v1/workspaces/{id}', { params, body: { name: 'Renamed' } });
    const { name } = orThrow(await client.GET('/v1/workspaces/{id}', { params }));
    expect(name).to.equal('Renamed');
    expect(position).to.match(/^\d+$/);
    expect(asked).to.deep.equal([null, null, position]);
  });

  it('verifies webhooks too', () => {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const value = createHmac('sha256', 'secret').update(`${timestamp}.{}`).digest('hex');
    expect(verifyWebhook({ body: '{}', signature: `t=${timestamp},v2=${value}`, secret: 'secret' })).to.equal(true);
  });
});
