import { expect } from 'chai';
import sharp from 'sharp';
import { useRunningService } from '../support/running-service.ts';

describe('avatars of a running service', () => {
  const service = useRunningService();
  const ask = (line: string, body?: unknown) => service().ask(service().demo.sessionToken, line, body);

  const uploaded = async (bytes: Buffer, contentType: string): Promise<string> => {
    const { body } = await ask('POST /uploads/avatar-url', { contentType, sizeBytes: bytes.length });
    const sent = await fetch(body.uploadUrl, {
      method: 'PUT',
      headers: body.uploadHeaders,
      body: new Uint8Array(bytes),
    });
    expect(sent.status).to.be.below(300);
    return body.publicUrl;
  };
  const shown = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer());

  it('do not say where they were taken once they are set, as a picture of a person or a logo', async () => {
    const photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#c02020' } })
      .withExif({ IFD0: { Artist: 'Zoe' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1' } })
      .jpeg()
      .toBuffer();
    const avatarUrl = await uploaded(photo, 'image/jpeg');
    expect((await ask('PATCH /users/me', { avatarUrl })).status).to.equal(200);
    const bare = await shown(avatarUrl);
    expect(bare.includes('Zoe')).to.equal(false);
    expect((await sharp(bare).metadata()).width).to.equal(8);
    const logo = await uploaded(photo, 'image/jpeg');
    expect((await ask(`PATCH /workspaces/${service().demo.workspaceId}`, { logo })).status).to.equal(200);
    expect((await shown(logo)).includes('Zoe')).to.equal(false);
  });

  it('may be set before they are uploaded, and need be no picture', async () => {
    const { body } = await ask('POST /uploads/avatar-url', { contentType: 'image/png', sizeBytes: 4 });
    expect((await ask('PATCH /users/me', { avatarUrl: body.publicUrl })).status).to.equal(200);
    const words = await uploaded(Buffer.from('none'), 'image/png');
    expect((await ask('PATCH /users/me', { avatarUrl: words })).status).to.equal(200);
    expect((await shown(words)).toString()).to.equal('none');
  });
});
