import { Refused, type RefusalCode } from '../../domain/kernel/refused.ts';
import { PlatformError } from '../../domain/platforms/platform-error.ts';

/** Runs a call to a platform. A refusal becomes `code`; a missing answer becomes 503. */
export const asking = async <T>(code: RefusalCode, message: string, call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const refused = error.kind === 'refused' || error.kind === 'unauthorized';
    throw refused
      ? new Refused(code, `${message}: ${error.message}`)
      : new Refused('SERVICE_UNAVAILABLE', `The platform did not answer as expected: ${error.message}`);
  }
};
