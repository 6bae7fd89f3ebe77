import type { IncomingMessage } from 'node:http';
import { Refused } from '../../../domain/kernel/refused.ts';
import { httpStatusOf } from '../http/transport-refusal.ts';
import { exchangeOf, pathOf, send } from '../http/exchange.ts';
import type { PlainHandler } from '../http/plain-handler.ts';
import { formOf } from './form.ts';
import { entryHeaders, entryPage, escaped } from './page.ts';

/** An answer of a page of the sign-in: a page, or a redirect. */
export type EntryAnswer = Readonly<{ status?: number; html: string }> | Readonly<{ seeOther: string }>;

export type EntrySteps = Readonly<{
  /** The page of the link; `problem` is what the last answer of the form was refused with. */
  show(token: string, given: URLSearchParams, problem: string | undefined): Promise<EntryAnswer>;
  /** Carries out the form. What it refuses is shown above the form again. */
  take(token: string, given: URLSearchParams, request: IncomingMessage): Promise<EntryAnswer>;
}>;

export const closedPage = (sentence: string): EntryAnswer => ({
  status: 404,
  html: entryPage('This link does not open', `<p>${escaped(sentence)}.</p><p><a href="/console">Sign in</a></p>`),
});

/** A page behind a secret link: GET shows its form and changes nothing, POST carries it out. */
export const entryHandler =
  (prefix: string, { show, take }: EntrySteps): PlainHandler =>
  async (req, res) => {
    const exchange = exchangeOf(req);
    const token = pathOf(req.url).slice(prefix.length);
    const answer = (given: EntryAnswer, status?: number): void =>
      'seeOther' in given
        ? send(res, exchange, { status: 303, headers: { location: given.seeOther } })
        : send(res, exchange, { status: status ?? given.status ?? 200, body: given.html, headers: entryHeaders });
    if (req.method === 'GET' || req.method === 'HEAD')
      return answer(await show(token, new URLSearchParams(), undefined));
    if (req.method !== 'POST') throw new Refused('BAD_REQUEST', 'This page is read or sent');
    const given = await formOf(req);
    try {
      answer(await take(token, given, req));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const wait = error.details?.['retryAfterSeconds'];
      if (typeof wait === 'number') exchange.headers['retry-after'] = String(wait);
      answer(await show(token, given, error.message), httpStatusOf(error));
    }
  };
