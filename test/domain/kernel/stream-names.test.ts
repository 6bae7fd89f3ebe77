import { expect } from 'chai';
import { idOfStream, partsOfStream } from '../../../domain/kernel/stream-names.ts';

describe('the name of a stream', () => {
  it('is its category and its id, which may have dashes itself', () => {
    expect(partsOfStream('post-a-b')).to.deep.equal({ category: 'post', id: 'a-b' });
    expect(idOfStream('post-a-b')).to.equal('a-b');
  });
});
