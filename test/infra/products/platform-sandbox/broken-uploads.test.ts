import { expect } from 'chai';
import { createCipheriv, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Platform } from '../../../../domain/platforms/platform.ts';
import { Lab, type Person } from '../../outside/platforms/lab.ts';

const mebibyte = 1024 * 1024;
const film = (bytes: number): Buffer => {
  const whole = Buffer.alloc(bytes, 7);
  whole.write('\0\0\0\u0020ftypisom', 'latin1');
  return whole;
};

/** What the simulated platforms refuse of an upload in parts that is not gone on with as it was begun. */
describe('simulated platforms are strict with uploads in parts', () => {
  const lab = new Lab();
  before(() => lab.start());
  after(() => lab.stop());

  type Reported = Readonly<{ status: number; headers: Headers; text: string }>;
  const asking =
    (person: Person, host: string) =>
    async (method: string, path: string, body?: object | Buffer | FormData): Promise<Reported> => {
      const isJson = body !== undefined && !(body instanceof FormData) && !(body instanceof Buffer);
      const url = path.startsWith('http')
        ? path
        : `${lab.origin}/sandbox/${person.platform.toLowerCase()}/${host}${path}`;
      const reply = await fetch(url, {
        method,
        headers: {
          authorization: `Bearer ${person.grant.credentials.accessToken}`,
          'linkedin-version': '202606',
          'x-restli-protocol-version': '2.0.0',
          ...(isJson && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as FormData | Buffer) }),
      });
      return { status: reply.status, headers: reply.headers, text: await reply.text() };
    };
  const form = (fields: Readonly<Record<string, string>>, name?: string, bytes?: Buffer): FormData => {
    const body = new FormData();
    for (const [field, value] of Object.entries(fields)) body.set(field, value);
    if (name !== undefined && bytes) body.set(name, new Blob([bytes]), 'part');
    return body;
  };
  const month = { tokenExpiresInSeconds: 30 * 86_400 };
  const person = (platform: Platform): Promise<Person> => lab.person(platform, month);

  it('X: an index out of range, a segment that is missing, a media id that has expired', async () => {
    const ask = asking(await person('TWITTER'), 'api.x.com');
    const size = 2 * mebibyte;
    const begin = async (): Promise<string> => {
      const json = { media_type: 'video/mp4', total_bytes: size, media_category: 'tweet_video' };
      const { text } = await ask('POST', '/2/media/upload/initialize', json);
      return z.object({ data: z.object({ id: z.string() }) }).parse(JSON.parse(text)).data.id;
    };
    const append = (id: string, index: string) =>
      ask('POST', `/2/media/upload/${id}/append`, form({ segment_index: index }, 'media', film(mebibyte)));
    const id = await begin();
    expect((await append(id, '1000')).text).to.contain('between 0 and 999');
    expect((await append(id, '-1')).status).to.equal(400);
    await append(id, '0');
    const short = await ask('POST', `/2/media/upload/${id}/finalize`);
    expect([short.status, short.text.includes('Segments do not add up')]).to.deep.equal([400, true]);
    await append(id, '2');
    expect((await ask('POST', `/2/media/upload/${id}/finalize`)).status, 'segment 1 is missing').to.equal(400);
    const late = await begin();
    await append(late, '0');
    lab.clock.advance(86_400_000);
    for (const answer of [await append(late, '1'), await ask('POST', `/2/media/upload/${late}/finalize`)])
      expect([answer.status, answer.text.includes('media IDs are invalid')]).to.deep.equal([400, true]);
  });

  it('LinkedIn: a part of another length, ETags that are wrong, out of order or too few, addresses that have expired', async () => {
    const author = await person('LINKEDIN');
    const ask = asking(author, 'api.linkedin.com');
    const size = 5 * mebibyte;
    const Begun = z.object({
      value: z.object({
        video: z.string(),
        uploadToken: z.string(),
        uploadInstructions: z.array(z.object({ uploadUrl: z.string() })),
      }),
    });
    const begin = async () => {
      const initializeUploadRequest = {
        owner: `urn:li:person:${author.account.nativeId}`,
        fileSizeBytes: size,
        uploadCaptions: false,
        uploadThumbnail: false,
      };
      const { text } = await ask('POST', '/rest/videos?action=initializeUpload', { initializeUploadRequest });
      return Begun.parse(JSON.parse(text)).value;
    };
    const { video, uploadToken, uploadInstructions } = await begin();
    const [first = '', second = ''] = uploadInstructions.map(({ uploadUrl }) => uploadUrl);
    const finalize = async (uploadedPartIds: readonly string[]) =>
      (
        await ask('POST', '/rest/videos?action=finalizeUpload', {
          finalizeUploadRequest: { video, uploadToken, uploadedPartIds },
        })
      ).status;
    expect((await ask('PUT', first, film(mebibyte))).status, 'a part that is too short').to.equal(400);
    expect((await ask('PUT', second.replace(/1$/, '2'), film(mebibyte))).status, 'a part too many').to.equal(404);
    const one = (await ask('PUT', first, film(4 * mebibyte))).headers.get('etag') ?? '';
    expect(await finalize([one]), 'a part that is missing').to.equal(400);
    const other = (await ask('PUT', second, film(mebibyte))).headers.get('etag') ?? '';
    expect(await finalize([other, one]), 'out of order').to.equal(400);
    expect(await finalize([one, 'made-up']), 'an ETag that was not given').to.equal(400);
    expect(await finalize([one, other])).to.equal(200);
    expect((await ask('PUT', second, film(mebibyte))).status, 'a part after the end').to.equal(400);
    const late = await begin();
    lab.clock.advance(86_400_000);
    expect((await ask('PUT', late.uploadInstructions[0]?.uploadUrl ?? '', film(4 * mebibyte))).status).to.equal(403);
  });

  it('Snapchat: a part that is missing, parts of two keys, media that has expired', async () => {
    const owner = await person('SNAPCHAT');
    const ask = asking(owner, 'businessapi.snapchat.com');
    const key = randomBytes(32);
    const iv = randomBytes(16);
    const clear = film(mebibyte);
    const begin = async (): Promise<string> => {
      const json = { type: 'VIDEO', name: 'film', key: key.toString('base64'), iv: iv.toString('base64') };
      const { text } = await ask('POST', `/v1/public_profiles/${owner.account.nativeId}/media`, json);
      return z.object({ add_path: z.string() }).parse(JSON.parse(text)).add_path;
    };
    const add = (path: string, number: number, bytes: Buffer) =>
      ask('POST', path, form({ action: 'ADD', part_number: String(number) }, 'file', bytes));
    const finalize = (path: string) => ask('POST', path, form({ action: 'FINALIZE' }));
    const cipher = createCipheriv('aes-256-cbc', key, iv);
    const sealed = Buffer.concat([cipher.update(clear), cipher.final()]);
    const half = sealed.subarray(0, mebibyte / 2);
    const rest = sealed.subarray(mebibyte / 2);

    const gap = await begin();
    await add(gap, 1, half);
    await add(gap, 3, rest);
    expect((await finalize(gap)).text).to.contain('not complete');

    const mixed = await begin();
    const foreign = createCipheriv('aes-256-cbc', randomBytes(32), half.subarray(-16));
    await add(mixed, 1, half);
    await add(mixed, 2, Buffer.concat([foreign.update(clear.subarray(mebibyte / 2)), foreign.final()]));
    expect((await finalize(mixed)).text).to.contain('could not be decrypted');

    const whole = await begin();
    await add(whole, 1, half);
    await add(whole, 2, rest);
    expect((await finalize(whole)).status).to.equal(200);

    const late = await begin();
    await add(late, 1, half);
    lab.clock.advance(86_400_000);
    expect((await add(late, 2, rest)).text).to.contain('MEDIA_EXPIRED');
    expect((await finalize(late)).text).to.contain('MEDIA_EXPIRED');
  });
});
