import { expect } from 'chai';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';

describe('a platform error', () => {
  it('repeats a thousand characters of another server at most, and two hundred of its code', () => {
    const foreign = 'x'.repeat(1_000_000);
    const error = new PlatformError('refused', 'PUBLISH_ERROR', `it calls itself ${foreign}`, {
      platformCode: foreign,
    });
    expect(error.message)
      .to.have.length(1000)
      .and.to.match(/^it calls itself x+…$/);
    expect(error.platformCode).to.have.length(200);
    expect(new PlatformError('refused', 'PUBLISH_ERROR', 'short').message).to.equal('short');
  });
});
