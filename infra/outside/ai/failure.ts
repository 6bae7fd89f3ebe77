import { AiFailure, type AiFailureKind } from '../../../domain/ai/ai-provider.ts';

const kindOf = (status: number): AiFailureKind => {
  if (status === 429) return 'rate_limited';
  if (status === 401 || status === 403) return 'key';
  return status >= 500 || status === 408 ? 'unavailable' : 'refused';
};

const sentences: Readonly<Record<AiFailureKind, string>> = {
  unavailable: 'does not answer',
  timeout: 'did not answer in time',
  rate_limited: 'refuses further calls for now',
  refused: 'refused the prompt',
  key: 'refused the key',
  nonsense: 'gave no usable answer',
  cancelled: 'was cancelled',
};

export const aiFailure = (kind: AiFailureKind, name: string, cause?: unknown): AiFailure =>
  // The provider's own words may repeat the prompt, so they are the cause and not the message.
  new AiFailure(kind, `The AI provider ${name} ${sentences[kind]}`, { cause: statusOf(cause) });

const statusOf = (error: unknown): number | undefined =>
  typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number'
    ? error.status
    : undefined;

type Ending = Readonly<{ name: string; timeoutMs: number; signal: AbortSignal | undefined }>;

/** Runs one call to a provider with its deadline. Rejects with `AiFailure` only. */
export const asked = async <T>(
  { name, timeoutMs, signal }: Ending,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const deadline = AbortSignal.timeout(timeoutMs);
  const both = signal ? AbortSignal.any([signal, deadline]) : deadline;
  try {
    return await call(both);
  } catch (error) {
    if (error instanceof AiFailure) throw error;
    if (signal?.aborted) throw aiFailure('cancelled', name);
    if (deadline.aborted) throw aiFailure('timeout', name);
    const status = statusOf(error);
    throw aiFailure(status === undefined ? 'unavailable' : kindOf(status), name, error);
  }
};

/** More than any post: a provider that goes on talking is cut off. */
export const maxAnswerCharacters = 200_000;
/** The largest image that is taken. */
export const maxImageBytes = 30 * 1024 * 1024;
