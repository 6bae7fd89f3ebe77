/** What is asked of a model. Both parts may hold personal data: they are never logged. */
export type TextPrompt = Readonly<{
  /** The instructions. Text of users is never a part of it, except where the user gives instructions. */
  system: string;
  user: string;
  /** Asks for JSON under this name; the caller still checks the answer against its schema. */
  json?: Readonly<{ name: string; schema: Readonly<Record<string, unknown>> }>;
  maxTokens?: number;
}>;

export type ModelText = Readonly<{ text: string; provider: string; model: string }>;
export type ModelImage = Readonly<{ bytes: Uint8Array; contentType: string; provider: string; model: string }>;

/** Who answers, as answers and job records name it. */
export type AiNames = Readonly<{
  provider: string;
  model: string;
  imageModel: string | null;
  /** Who is asked where the provider fails. */
  backup: Readonly<{ provider: string; model: string; imageModel: string | null }> | null;
}>;

/** A provider of texts and images. Rejects with `AiFailure` only. */
export interface AiProvider {
  readonly names: AiNames;
  text(prompt: TextPrompt, signal?: AbortSignal): Promise<ModelText>;
  image(prompt: string, signal?: AbortSignal): Promise<ModelImage>;
}

/**
 * - `unavailable`: no answer, a reset or a server error. `rate_limited`: later.
 * - `refused`: the provider does not answer this prompt. `key`: it does not know the key.
 * - `nonsense`: an answer that is none: empty, cut off, too long, or of another form.
 * - `cancelled`: the caller no longer waits.
 */
export type AiFailureKind = 'unavailable' | 'timeout' | 'rate_limited' | 'refused' | 'key' | 'nonsense' | 'cancelled';

/** A provider gave no usable answer. The message has neither the prompt nor the answer. */
export class AiFailure extends Error {
  override readonly name = 'AiFailure';
  readonly kind: AiFailureKind;

  constructor(kind: AiFailureKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }

  /** Whether another provider, or the same one later, may answer. */
  get isPassing(): boolean {
    return this.kind !== 'refused' && this.kind !== 'cancelled' && this.kind !== 'key';
  }
}
