import { createHash } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { MalformedMultipart, readMultipart } from '../../../../infra/products/platform-sandbox/multipart.ts';

const boundary = '----b';

const requestOf = (
  body: Buffer,
  cuts: readonly number[],
  contentType = `multipart/form-data; boundary=${boundary}`,
) => {
  const edges = [0, ...cuts.map((cut) => cut % (body.length + 1)).sort((a, b) => a - b), body.length];
  const pieces = edges.slice(1).map((end, index) => body.subarray(edges[index], end));
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { 'content-type': contentType },
    body: ReadableStream.from(pieces.filter(({ length }) => length > 0)),
    duplex: 'half',
  };
  return new Request('http://localhost/', init);
};

const bodyOf = (field: string, file: Uint8Array): Buffer =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="title"\r\n\r\n${field}\r\n`),
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\nContent-Type: image/png\r\n\r\n`,
    ),
    file,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);

describe('multipart body', () => {
  it('is read the same however it is cut into pieces', async () => {
    const field = fc.string().filter((text) => !text.includes(boundary));
    await fc.assert(
      fc.asyncProperty(
        field,
        fc.uint8Array({ maxLength: 300 }),
        fc.array(fc.nat(), { maxLength: 12 }),
        async (title, file, cuts) => {
          const { fields, files } = await readMultipart(requestOf(bodyOf(title, file), cuts));
          expect(fields).to.deep.equal({ title: Buffer.from(title).toString('utf8') });
          expect(files).to.have.length(1);
          const { name, filename, contentType, bytes, sha256 } = files[0] ?? {};
          expect({ name, filename, contentType, bytes, sha256 }).to.deep.equal({
            name: 'file',
            filename: 'a.bin',
            contentType: 'image/png',
            bytes: file.length,
            sha256: createHash('sha256').update(file).digest('hex'),
          });
        },
      ),
    );
  });

  it('is refused when it breaks off or is none', async () => {
    const whole = bodyOf('x', Buffer.alloc(50));
    const broken: readonly Request[] = [
      requestOf(whole.subarray(0, whole.length - 20), []),
      requestOf(Buffer.from('no parts at all'), []),
      requestOf(whole, [], 'application/json'),
      new Request('http://localhost/', {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      }),
    ];
    for (const request of broken) {
      const thrown = await readMultipart(request).catch((error: unknown) => error);
      expect(thrown).to.be.instanceOf(MalformedMultipart);
    }
  });
});
