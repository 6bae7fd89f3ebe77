import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchange } from './exchange.ts';

/** A part of the service with its own HTTP handling, below its own prefix. */
export type PlainHandler = (req: IncomingMessage, res: ServerResponse) => void | Promise<void>;

/** What observers get of each answered request. */
export type Answered = Readonly<{
  exchange: Exchange;
  method: string;
  /** Without the query. */
  path: string;
  status: number;
  milliseconds: number;
}>;
