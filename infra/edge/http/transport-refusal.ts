import { statusOf } from '../../../read-api/contract/refusal-status.ts';
import { Refused } from '../../../domain/kernel/refused.ts';

/** A request that is invalid at the level of HTTP, with its status. */
export class TransportRefusal extends Refused {
  readonly status: 405 | 408 | 413 | 415;

  constructor(status: TransportRefusal['status'], message: string, details?: Readonly<Record<string, unknown>>) {
    super('BAD_REQUEST', message, details);
    this.status = status;
  }
}

export const httpStatusOf = (refused: Refused): number =>
  refused instanceof TransportRefusal ? refused.status : statusOf(refused);
