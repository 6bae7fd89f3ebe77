import { expect } from 'chai';
import { contentTypeFor } from '../../../domain/content/media-facts.ts';
import { checkContent } from '../../../domain/content/content-check.ts';
import { mediaFindings } from '../../../domain/content/media-rules.ts';
import { platformRules } from '../../../domain/content/platform-rules.ts';
import { emojiSurplus, textLength } from '../../../domain/content/text-counts.ts';
import { platforms, type Platform } from '../../../domain/platforms/platform.ts';
import { image, mediaCases, video } from './media-cases.ts';
import { textCases } from './text-cases.ts';

const metadata = { tiktokPrivacyLevel: 'SELF_ONLY', title: 'A title', recipientPhone: '+15551234567' };

const leastMedia = (platform: Platform) =>
  ({ none: [], any: [image()], video: [video()] })[platformRules[platform].mediaRequired];

const verdictOn = (platform: Platform, text: string): string => {
  const found = checkContent({ platform, text, media: leastMedia(platform), metadata });
  if (found.errors.some(({ code }) => code === 'CONTENT_TOO_LONG')) return 'refused';
  return found.warnings.some(({ code }) => code === 'TEXT_MAY_BE_TOO_LONG') ? 'warned' : 'taken';
};

describe('texts as the platforms count them', () => {
  for (const { platform, what, text, counts, verdict, source } of textCases)
    it(`${platform}: ${what} (${source})`, () => {
      const { unit, emojiInBytes } = platformRules[platform].text;
      expect(textLength(text, unit) + (emojiInBytes ? emojiSurplus(text) : 0)).to.equal(counts);
      if (verdict !== undefined) expect(verdictOn(platform, text)).to.equal(verdict);
    });
});

describe('media as the platforms take them', () => {
  for (const { platform, what, media, contentType, errors, warnings, source } of mediaCases)
    it(`${platform}: ${what} (${source})`, () => {
      const found = mediaFindings(platform, media, contentType ?? contentTypeFor({ media }));
      expect(found.errors.map(({ code }) => code)).to.deep.equal(errors);
      expect(found.warnings.map(({ code }) => code)).to.deep.equal(warnings);
    });
});

describe('the tables of cases', () => {
  it('have texts and media of every platform', () => {
    for (const table of [textCases, mediaCases])
      expect(platforms.filter((platform) => !table.some((one) => one.platform === platform))).to.deep.equal([]);
  });
});
