/** More bytes came than may be held. */
export class TooManyBytes extends Error {
  override readonly name = 'TooManyBytes';
}

/** All bytes of a stream, at most `maxBytes`. */
export const collect = async (bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > maxBytes) throw new TooManyBytes(`more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
};

export async function* streamOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}
