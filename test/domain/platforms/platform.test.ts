import { expect } from 'chai';
import { platformFrom, platforms } from '../../../domain/platforms/platform.ts';
import { differentPlatforms } from '../../../domain/personas/persona-fields.ts';

describe('the name of a platform', () => {
  it('is read in any casing', () => {
    for (const platform of platforms)
      expect([platformFrom(platform), platformFrom(platform.toLowerCase())]).to.deep.equal([platform, platform]);
    for (const name of ['', 'MYSPACE', ' x', 'twitter ']) expect(platformFrom(name), name).to.equal(undefined);
  });
  it('is for X also x', () => {
    expect([platformFrom('x'), platformFrom('X')]).to.deep.equal(['TWITTER', 'TWITTER']);
    expect(differentPlatforms(['x', 'linkedin', 'twitter', 'linkedin'])).to.deep.equal(['x', 'linkedin']);
  });
});
