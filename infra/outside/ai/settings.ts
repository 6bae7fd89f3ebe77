/** One provider of texts and images. */
export type AiSettings = Readonly<{
  kind: 'openai' | 'anthropic';
  /** The name that answers carry. */
  name: string;
  /** Absent: the vendor's own address. */
  baseUrl?: string | undefined;
  apiKey: string;
  model: string;
  imageModel: string | null;
  /** For the whole of one call. */
  timeoutMs: number;
  headers?: Readonly<Record<string, string>>;
  fetch?: typeof fetch;
}>;
