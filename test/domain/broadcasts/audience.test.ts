import { expect } from 'chai';
import { audienceOf } from '../../../domain/broadcasts/audience.ts';
import type { SegmentRules } from '../../../domain/broadcasts/broadcast-fields.ts';

const now = '2026-01-01T00:00:00.000Z';
const platformsOf = (segmentRules: SegmentRules) =>
  audienceOf({ platforms: ['FACEBOOK', 'INSTAGRAM', 'TWITTER'], sender: null, segmentRules }, 'w', now).platforms;

describe('the audience of a broadcast', () => {
  it('is on the platforms of the broadcast that have direct messages', () =>
    expect(platformsOf({})).to.deep.equal(['FACEBOOK', 'INSTAGRAM']));
  it('is on one of the platforms of the rules; an empty list is no condition', () => {
    expect(platformsOf({ platforms: ['INSTAGRAM', 'TIKTOK'] })).to.deep.equal(['INSTAGRAM']);
    expect(platformsOf({ platforms: ['TIKTOK'] })).to.deep.equal([]);
    expect(platformsOf({ platforms: [] })).to.deep.equal(['FACEBOOK', 'INSTAGRAM']);
  });
});
