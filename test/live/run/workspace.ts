import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { until } from '../../support/until.ts';
import type { Answer } from '../../support/edge.ts';
import type { LiveService } from '../service/live-service.ts';

export type Body = Answer['body'];

/** A live workspace of a person who signed in at the test's own provider, and pays at the test's own Stripe. */
export type LiveWorkspace = Readonly<{
  id: string;
  session: string;
  key: string;
  ask(line: string, body?: unknown): Promise<Readonly<{ status: number; body: Body }>>;
  /** An answer of this status; anything else is an error that names it. */
  expected(status: number, line: string, body?: unknown): Promise<Body>;
  /** The same for what only a person may do. */
  asPerson(status: number, line: string, body?: unknown): Promise<Body>;
}>;

/** Requests are limited for each key: the whole list of mutations sends more in a minute than one may. */
const keysInTurn = 8;

export const paidWorkspace = async (live: LiveService, name: string): Promise<LiveWorkspace> => {
  const session = await live.identity.session(name);
  const made = await live.ask(session, 'POST /workspaces', { name: `${name}'s`, slug: `${name}-workspace` });
  expect(made.status, JSON.stringify(made.body)).to.equal(201);
  const id = String(made.body['id']);
  const isKnown = async () => (await live.ask(session, `GET /workspaces/${id}`)).status === 200;
  await until('the workspace is known', isKnown, 45_000);
  const tokens: string[] = [];
  for (let number = 0; number < keysInTurn; number += 1) {
    const key = await live.ask(session, `POST /workspaces/${id}/api-keys`, { name: `all ${number}`, scopes: ['*'] });
    expect(key.status, JSON.stringify(key.body)).to.equal(201);
    tokens.push(String(key.body['data']['key']));
  }
  const [token = ''] = tokens;
  expect(token, 'the key of a live workspace').not.to.match(/^svc_test_/);

  let asked = 0;
  /** A rate limit is waited for: it is no answer to what is tried here. */
  const patiently = async (question: () => ReturnType<LiveService['ask']>) => {
    for (;;) {
      const answer = await question();
      if (answer.status !== 429) return answer;
      await pause(1000 * Number(answer.body['error']?.details?.retryAfterSeconds ?? 1));
    }
  };
  const ask = (line: string, body?: unknown) =>
    patiently(() => live.ask(tokens[asked++ % tokens.length] ?? token, line, body));
  const holding = (question: typeof ask) => async (status: number, line: string, body?: unknown) => {
    const answer = await question(line, body);
    if (answer.status === status) return answer.body;
    throw new Error(`${line} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  };
  const expected: LiveWorkspace['expected'] = holding(ask);
  const asPerson: LiveWorkspace['expected'] = holding((line, body) =>
    patiently(() => live.ask(session, line, body, id)),
  );
  for (const each of tokens)
    await until('the key is known', async () => (await live.ask(each, 'GET /accounts')).status === 200);

  const page = await live.ask(session, 'POST /billing/checkout', { plan: 'agency', aiTier: 'pro' }, id);
  expect(page.status, JSON.stringify(page.body)).to.equal(200);
  const { body, signature } = live.stripe.paid(String(page.body['url']));
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  const told = await live.raw('/v1/billing/stripe-webhook', { method: 'POST', headers, body });
  expect(told.status).to.equal(200);
  const isAgency = async () => (await live.ask(session, `GET /workspaces/${id}`)).body['plan'] === 'agency';
  await until('the workspace has the plan that was paid', isAgency, 45_000);
  return { id, session, key: token, ask, expected, asPerson };
};
