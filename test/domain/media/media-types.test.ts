import { expect } from 'chai';
import { Refused } from '../../../domain/kernel/refused.ts';
import { avatarKey, publicKey, uploadKey, uploadOf } from '../../../domain/media/media-keys.ts';
import {
  acceptedType,
  filenameFor,
  normalType,
  storedTypeOf,
  supportedTypes,
} from '../../../domain/media/media-types.ts';
import { isObjectKey, isPublicKey } from '../../../domain/media/object-storage.ts';

const refused = (act: () => unknown): Refused => {
  try {
    act();
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
  throw new Error('was accepted');
};

describe('media types', () => {
  const MiB = 1024 * 1024;
  const caps: [string, number][] = [
    ['image/jpeg', 20],
    ['image/png', 20],
    ['image/gif', 20],
    ['image/webp', 20],
    ['video/mp4', 500],
    ['video/quicktime', 500],
    ['video/x-msvideo', 500],
    ['video/webm', 500],
    ['application/pdf', 100],
    ['application/x-subrip', 5],
    ['text/vtt', 5],
    ['text/plain', 5],
  ];
  it('are these and no others', () => {
    expect(supportedTypes).to.have.members(caps.map(([type]) => type));
  });
  for (const [type, cap] of caps)
    it(`${type} may have ${cap} MB`, () => {
      expect(acceptedType(type, cap * MiB)).to.equal(type);
      const over = refused(() => acceptedType(type, cap * MiB + 1));
      expect(over.code).to.equal('VALIDATION_ERROR');
      expect(over.details).to.deep.equal({ field: 'sizeBytes', maximum: cap * MiB });
    });

  it('that are unsupported are refused by name', () => {
    for (const type of ['image/svg+xml', 'text/html', 'image/heic', '', 'toString', 'constructor']) {
      const error = refused(() => acceptedType(type, 1));
      expect(error.code).to.equal('VALIDATION_ERROR');
      expect(error.details).to.include({ field: 'contentType' });
    }
  });

  it('are read in any spelling', () => {
    expect(normalType(' Image/JPG; charset=x ')).to.equal('image/jpeg');
    expect(normalType('video/avi')).to.equal('video/x-msvideo');
  });

  it('name the file after what it is stored as', () => {
    expect(storedTypeOf('image/webp')).to.equal('image/jpeg');
    expect(storedTypeOf('image/gif')).to.equal('image/gif');
    expect(filenameFor('My Photo.PNG', 'image/png', 'image/jpeg')).to.equal('My Photo.jpg');
    expect(filenameFor('archive.v2', 'image/png', 'image/jpeg')).to.equal('archive.jpg');
    expect(filenameFor('photo', 'image/png', 'image/jpeg')).to.equal('photo.jpg');
    expect(filenameFor('photo.jpeg', 'image/jpeg', 'image/jpeg')).to.equal('photo.jpeg');
  });
});

describe('media keys', () => {
  it('are object keys; a file that was not inspected is not public', () => {
    const keys = [uploadKey('cw1', 'cm1'), publicKey('cw1', 'cm1', 'video/mp4'), avatarKey('cw1', 'cm1', 'image/png')];
    expect(keys.every(isObjectKey)).to.equal(true);
    expect(keys.map(isPublicKey)).to.deep.equal([false, true, true]);
    expect(uploadOf(keys[0] ?? '')).to.deep.equal({ workspaceId: 'cw1', mediaId: 'cm1' });
    expect(uploadOf(keys[1] ?? '')).to.equal(undefined);
  });
});
