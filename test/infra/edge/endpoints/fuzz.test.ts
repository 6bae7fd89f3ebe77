import { expect } from 'chai';
import fc from 'fast-check';
import { compileRoutes, type Route } from '../../../../infra/edge/http/route.ts';
import { sandboxEndpoints } from '../../../../infra/test-mode/api/sandbox-endpoints.ts';
import { useRunningService } from '../../../support/running-service.ts';
import { askedOf, queryText, type Asked } from './asked-of.ts';
import { everyRead, everyWrite } from './every-endpoint.ts';
import { inhabit, type Inhabited } from './inhabited.ts';
import { expectSameNames } from '../../../support/same-names.ts';

/** FUZZ_SEED and FUZZ_RUNS look elsewhere, and longer. */
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_120);
const runs = Number(process.env['FUZZ_RUNS'] ?? 6);
const atOnce = 8;

const sandbox = sandboxEndpoints({} as never);
/** Time and the machinery are everybody's, and an answer without an end is not waited for, nor one that is no JSON. */
const left = new Set(['advanceSandboxClock', 'rebuildReadModel', 'streamEvents', 'exportEvents']);
const all = compileRoutes([...everyWrite, ...sandbox.writes], [...everyRead, ...sandbox.reads]);
const routes = all.filter(({ endpoint }) => !left.has(endpoint.id));
/** What is removed is found by no request after it, and without a credential nothing is: these are asked last, in this order. */
const placeOf = ({ method, path }: Route): number =>
  method !== 'DELETE' ? 0 : /^\/v1\/(users\/me|workspaces\/:id)$/.test(path) ? 2 : 1;

describe('anything sent to any endpoint', () => {
  const service = useRunningService();

  it('is every endpoint the service has', async () => {
    const { body } = await service().ask(service().demo.apiKey, 'GET /openapi.json');
    const paths = Object.values(body.paths as Record<string, Record<string, { operationId: string }>>);
    const served = paths.flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
    expectSameNames(
      all.map(({ endpoint }) => endpoint.id),
      served,
      {
        missing: 'add its list to test/infra/edge/endpoints/every-endpoint.ts',
        surplus: 'add its list to the endpoints of infra/composition/capabilities.ts, so that it is served',
      },
    );
  });

  it('is answered, never with a fault, and what is refused leaves no event behind', async function () {
    this.timeout(180_000);
    const homes = await Promise.all(Array.from({ length: 4 }, () => inhabit(service())));
    const faults: string[] = [];
    const refused = new Map<string, string>();
    const reached = new Set<string>();

    const send = async (route: Route, home: (typeof homes)[number], asked: Asked): Promise<void> => {
      const path = route.path
        .slice('/v1'.length)
        .replace(/:([A-Za-z]+)/g, (_, name: string) => asked.params[name] ?? '');
      const line = `${route.method} ${path}${queryText(asked.query)}`;
      const token = asked.byKey && route.required.kind !== 'session' ? home.apiKey : home.sessionToken;
      const { status, body, headers: given } = await service().askOnce(token, line, asked.body, asked.headers);
      const says = `${line.slice(0, 300)} ${JSON.stringify(asked.body)?.slice(0, 600)} → ${status} ${JSON.stringify(body).slice(0, 200)}`;
      if (status < 400) reached.add(route.endpoint.id);
      else if (body?.error?.requestId !== given.get('x-request-id') || typeof body.error.code !== 'string')
        faults.push(says);
      if (status >= 400 && status < 500) refused.set(String(given.get('x-request-id')), says);
      const mayBeAway = route.endpoint.errors?.includes('SERVICE_UNAVAILABLE') === true && status === 503;
      if (status >= 500 && !mayBeAway) faults.push(says);
    };

    const work = routes
      .toSorted((one, other) => placeOf(one) - placeOf(other))
      .flatMap((route, index) => {
        const home = homes[index % homes.length] as Inhabited;
        return fc
          .sample(fc.noBias(askedOf(route, home)), { seed: seed + index, numRuns: runs })
          .map((asked) => () => send(route, home, asked));
      });
    const queue = work.values();
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (const next of queue) await next();
      }),
    );

    expect(faults).to.deep.equal([]);
    const records = new Set([
      // What was asked of a provider or a platform and refused there is an intent and its outcome.
      'PaymentStarted',
      'PaymentFailed',
      'PaymentOutcomeUnknown',
      'SubscriptionCustomerLinked',
      'CommentReplySendStarted',
      'CommentReplyFailed',
      'CommentReplyOutcomeUnknown',
      'ReviewReplySendStarted',
      'ReviewReplyFailed',
      'MessageSendStarted',
      'MessageFailed',
      // The places that a platform listed are kept, also where the account is disconnected meanwhile.
      'AccountDestinationsLoaded',
    ]);
    const reported: { request: string; says: string }[] = [];
    const takenBack = new Set<string>();
    const head = await service().store.head();
    const stop = new AbortController();
    for await (const { events, to } of service().store.follow('start', { signal: stop.signal })) {
      for (const { type, meta } of events) {
        if (type === 'PostDeleted') takenBack.add(meta.$correlationId);
        const of = refused.get(meta.$correlationId);
        if (records.has(type)) continue;
        if (of !== undefined && meta.actor.kind !== 'process')
          reported.push({ request: meta.$correlationId, says: `${type}: ${of}` });
      }
      if (!head || to.commit >= head.commit) break;
    }
    stop.abort();
    // A calendar post that another request hands over at the same time takes its post back.
    expect(reported.filter(({ request }) => !takenBack.has(request)).map(({ says }) => says)).to.deep.equal([]);
    // A fuzzer that is refused at the door finds nothing behind it.
    expect(reached.size).to.be.greaterThan(routes.length * 0.75);
  });
});
