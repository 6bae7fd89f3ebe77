/** More bytes came than may be held. */
export class TooManyBytes extends Error {
  override readonly name = 'TooManyBytes';
}

/** All bytes of a stream, at most so many. */
export const collect = async (bytes: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > most) throw new TooManyBytes(`more than ${most} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
};

export async function* streamOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}
