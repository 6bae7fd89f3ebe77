import type streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { StoreUnavailable } from '../../../domain/kernel/event-store.ts';
import type { Connection } from './connection.ts';
import { cancel, readCall, type AnsweredBy } from './read-call.ts';

type Wish = Readonly<{
  by: AnsweredBy;
  /** How long the store may be silent. */
  timeoutMs: number;
}>;

/**
 * All answers to a read that ends. Rejects when the store refuses or disconnects, and with
 * `StoreUnavailable` when it is silent for too long.
 */
export const collected = async (
  connection: Connection,
  request: streamsPb.ReadReq,
  { by, timeoutMs }: Wish,
): Promise<readonly Buffer[]> => {
  const call = readCall(connection, request, by);
  const held: Buffer[] = [];
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => {
      reject(new StoreUnavailable('no answer in time'));
      call.then(cancel, () => undefined);
    }, timeoutMs);
    const end = (fault?: unknown): void => {
      clearTimeout(late);
      if (fault === undefined) resolve();
      else reject(fault);
    };
    call.then((answers) => {
      answers.on('data', (answer: Buffer) => {
        connection.heard();
        held.push(answer);
        late.refresh();
      });
      answers.on('error', end);
      answers.on('end', () => end());
    }, end);
  });
  return held;
};
