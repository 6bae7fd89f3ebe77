import type { IncomingMessage, ServerResponse } from 'node:http';
import { exchangeOf, send } from '../../edge/http/exchange.ts';
import type { Html } from './html.ts';

/** No resources of other origins, no inline scripts; frames show mails of this origin only. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "media-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const sendPage = (res: ServerResponse, req: IncomingMessage, status: number, content: Html): void =>
  send(res, exchangeOf(req), {
    status,
    body: content.text,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': pagePolicy,
    },
  });
