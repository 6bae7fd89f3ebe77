const frameHeader = 5;

/** The most bytes of messages and frames in a batch. A larger message is sent alone. */
export const batchBytes = 64 * 1024;

/** Gives batches their length. Its content is never read. */
const room = Buffer.alloc(batchBytes);

/** The bytes a message takes in a batch. */
export const framedLength = (message: Buffer): number => frameHeader + message.length;

const writeFrames = (messages: readonly Buffer[], target: Uint8Array, start: number): void => {
  const view = new DataView(target.buffer, target.byteOffset);
  let at = start;
  for (const message of messages) {
    target[at] = 0;
    view.setUint32(at + 1, message.length);
    target.set(message, at + frameHeader);
    at += framedLength(message);
  }
};

/**
 * Several messages as one, so that they leave in one write. gRPC's server otherwise writes each
 * message by itself and waits for it, which costs more than the message. That server asks a message
 * for its length, writes one header and has the message copied behind it. This message then writes
 * the frames of all it holds, over that header too. Together they take `batchBytes` at most.
 */
export const messageBatch = (messages: readonly Buffer[]): Buffer => {
  const [first] = messages;
  if (first !== undefined && messages.length === 1) return first;
  const length = messages.reduce((sum, message) => sum + framedLength(message), -frameHeader);
  const batch = room.subarray(0, length);
  batch.copy = (target, start = 0) => {
    writeFrames(messages, target, start - frameHeader);
    return length;
  };
  return batch;
};
