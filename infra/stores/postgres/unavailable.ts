import { errorOf, faultCodeOf } from '../../../domain/kernel/error-of.ts';

/** Postgres does not answer. A caller may try again later; the API answers 503 SERVICE_UNAVAILABLE. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  readonly code = 'SERVICE_UNAVAILABLE';

  constructor(cause: unknown) {
    super('the database does not answer', { cause });
  }
}

const socketCodes = new Set(
  'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN'.split(' '),
);

/** Class 08 is the connection; 57P01 to 57P05 a server that stops, starts or ends sessions; 53300 too many clients. */
const serverCodes = /^(08...|57P0[1-5]|53300)$/;

/** The driver's own errors of a lost connection carry no code, only these messages. */
const driverWords =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout|Client was closed)/;

/**
 * Whether a prepared statement is older than what it reads: a migration changed its columns, or a new build of a read model
 * replaced the view whose row type it names. A new connection prepares it again.
 */
export const isOutdatedPlan = (fault: unknown): boolean => {
  const [code, message] = [faultCodeOf(fault), errorOf(fault).message];
  return (
    (code === '0A000' && message.startsWith('cached plan')) ||
    (code === 'XX000' && message === 'function in FROM has unsupported return type')
  );
};

/**
 * Whether an error of the driver means that the server is unreachable or the connection of no more use, rather than that a
 * statement was wrong.
 */
export const isConnectionFault = (fault: unknown): boolean => {
  if (!(fault instanceof Error)) return false;
  if (fault instanceof DatabaseUnavailable) return true;
  if (fault instanceof AggregateError && fault.errors.some(isConnectionFault)) return true;
  const code = 'code' in fault && typeof fault.code === 'string' ? fault.code : '';
  return socketCodes.has(code) || serverCodes.test(code) || driverWords.test(fault.message) || isOutdatedPlan(fault);
};
