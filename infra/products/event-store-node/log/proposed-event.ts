import { randomUUID } from 'node:crypto';

/**
 * An event as a writer proposes it. The buffers are views into the request and live until the
 * commit.
 */
export type ProposedEvent = Readonly<{
  /** Canonical lower-case UUID. */
  id: string;
  type: Buffer;
  isJson: boolean;
  data: Buffer;
  metadata: Buffer;
}>;

const utf16Length = (text: Buffer): number => {
  for (const byte of text) if (byte > 0x7f) return text.toString().length;
  return text.length;
};

/**
 * The size that counts against the limit of an append: payload, metadata and two bytes a character
 * of the type.
 */
export const sizeOf = (event: ProposedEvent): number =>
  event.data.length + event.metadata.length + 2 * utf16Length(event.type);

/** An event of the node's own, with a JSON payload. */
export const jsonEvent = (type: string, data: unknown, metadata?: unknown): ProposedEvent => ({
  id: randomUUID(),
  type: Buffer.from(type),
  isJson: true,
  data: Buffer.from(JSON.stringify(data)),
  metadata: metadata === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(metadata)),
});
