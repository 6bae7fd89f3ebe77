import { expect } from 'chai';
import fc from 'fast-check';
import { AiKeyRemoved, AiKeyStored, aiKey } from '../../../domain/ai/ai-key.ts';
import { engagementOf, heatmapOf, nextBestTimes, reasonOf, weightOfHistory } from '../../../domain/ai/best-times.ts';
import { fittedTo, fittedWithin } from '../../../domain/ai/fitted.ts';
import { platformRules } from '../../../domain/content/platform-rules.ts';
import { textLength } from '../../../domain/content/text-counts.ts';
import { platforms } from '../../../domain/platforms/platform.ts';
import { specFor } from '../../support/spec.ts';

describe('a text for a platform', () => {
  it('is cut at the end of a sentence, else of a word, by the counting of the platform', () => {
    const sentence = 'This is a sentence of words. ';
    const cut = fittedTo(sentence.repeat(20), 'TWITTER');
    expect(cut).to.deep.equal({ text: sentence.repeat(9).trim(), truncated: true });
    const words = fittedTo('word '.repeat(100), 'TWITTER');
    expect(words.text).to.match(/^(word )*word$/);
    expect(words.text.length).to.equal(279);
    const link = `${'word '.repeat(50)}https://example.com/${'x'.repeat(300)}`;
    expect(fittedTo(link, 'TWITTER').truncated, 'a link counts as 23').to.equal(false);
    expect(fittedTo('x'.repeat(300), 'TWITTER').text).to.have.length(280);
    expect(fittedTo(' short ', undefined)).to.deep.equal({ text: 'short', truncated: false });
    expect(fittedWithin('one two three', 8).text).to.equal('one two');
  });
  it('always fits', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 700 }), fc.constantFrom(...platforms), (text, platform) => {
        const { limit, unit } = platformRules[platform].text;
        expect(textLength(fittedTo(text, platform).text, unit)).to.be.at.most(limit);
      }),
      { numRuns: 100 },
    ));
});

describe('the best times', () => {
  const now = '2026-01-05T09:30:00.000Z';
  it('are the general ones without a history, and follow the history with one', () => {
    const [usual] = nextBestTimes(heatmapOf(['LINKEDIN'], []), now, 'UTC', 1);
    expect(usual).to.deep.include({ day: 2, hour: 8, date: '2026-01-06', time: '08:00' });
    const hours = [{ day: 0, hour: 3, posts: 200, published: 200, measured: 0, engagements: 0 }];
    const [own] = nextBestTimes(heatmapOf(['LINKEDIN'], hours), now, 'UTC', 1);
    expect(own).to.deep.include({ day: 0, hour: 3, date: '2026-01-11' });
    if (own) expect(reasonOf(hours, own)).to.match(/200 of the workspace's 200 posts/);
  });
  it('follow engagements where they are measured, not how often is published', () => {
    const often = { day: 1, hour: 9, posts: 60, published: 60, measured: 60, engagements: 60 };
    const loved = { day: 4, hour: 22, posts: 20, published: 20, measured: 20, engagements: 400 };
    const hours = [often, loved];
    const [best] = nextBestTimes(heatmapOf(['LINKEDIN'], hours), now, 'UTC', 1);
    expect(best).to.deep.include({ day: 4, hour: 22 });
    if (best) expect(reasonOf(hours, best)).to.match(/20 posts .* brought 20 engagements each; the 80 .* brought 5\.8/);
    expect(weightOfHistory(hours)).to.equal(0.8);
  });
  it('are not decided by one lucky post', () => {
    const steady = { day: 2, hour: 8, posts: 50, published: 50, measured: 50, engagements: 500 };
    const lucky = { day: 0, hour: 3, posts: 1, published: 1, measured: 1, engagements: 20 };
    const [best] = nextBestTimes(heatmapOf(['LINKEDIN'], [steady, lucky]), now, 'UTC', 1);
    expect(best).to.deep.include({ day: 2, hour: 8 });
    const zero = { ...lucky, engagements: 0 };
    expect(heatmapOf(['LINKEDIN'], [zero]).every(({ score }) => score <= 100)).to.equal(true);
  });
  it('have a score from 0 to 100 for each hour of the week', () => {
    const heatmap = heatmapOf(
      [...platforms],
      [{ day: 1, hour: 1, posts: 9, published: 3, measured: 0, engagements: 0 }],
    );
    expect(heatmap).to.have.length(168);
    for (const { score } of heatmap) expect(score).to.be.within(0, 100);
    expect([engagementOf(75), engagementOf(74), engagementOf(50), engagementOf(49)]).to.deep.equal([
      'high',
      'medium',
      'medium',
      'low',
    ]);
  });
  it('are in the future, in the timezone asked, each day once', () => {
    const times = nextBestTimes(heatmapOf(['TWITTER'], []), now, 'Asia/Tokyo', 7);
    expect(new Set(times.map(({ date }) => date)).size).to.equal(7);
    for (const { at, hour } of times) {
      expect(Date.parse(at)).to.be.above(Date.parse(now));
      expect((new Date(at).getUTCHours() + 9) % 24).to.equal(hour);
    }
  });
});

describe("a workspace's own AI key", () => {
  const given = specFor(aiKey);
  const stored = AiKeyStored({ provider: 'openai', model: 'm', version: 1 });
  const store = { type: 'store-ai-key', provider: 'openai', model: 'm', version: 1 } as const;
  it('is set, replaced and removed', () => {
    given().when(store).then(stored);
    given(stored)
      .when({ ...store, version: 2 })
      .then(AiKeyStored({ provider: 'openai', model: 'm', version: 2 }));
    given(stored).when({ type: 'remove-ai-key' }).then(AiKeyRemoved({}));
    given().when({ type: 'remove-ai-key' }).thenRefused('NOT_FOUND');
  });
});
