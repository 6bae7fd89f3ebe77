import { expect } from 'chai';
import { graphemesOf } from '../../../domain/content/graphemes.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const inOneRead = (text: string): readonly string[] => [...segmenter.segment(text)].map(({ segment }) => segment);

describe('graphemes', () => {
  it('are those of the whole text, wherever a piece of it ends', () => {
    for (let before = 100; before <= 140; before += 1) {
      const text = `${'x'.repeat(before)}👨‍👩‍👧‍👦e\u0301${'y'.repeat(150)}🇩🇪🇫🇷`;
      expect([...graphemesOf(text)], `after ${before}`).to.deep.equal(inOneRead(text));
    }
  });

  it('are whole where one is longer than a piece', () => {
    const long = `a${'\u0301'.repeat(600)}`;
    expect([...graphemesOf(`x${long}y`)]).to.deep.equal(['x', long, 'y']);
    expect([...graphemesOf(long)]).to.deep.equal([long]);
  });

  it('are none of an empty text', () => {
    expect([...graphemesOf('')]).to.deep.equal([]);
  });

  it('include halves of characters that have no other half', () => {
    const text = `${'x'.repeat(127)}\ud800${'y'.repeat(127)}\udbff`;
    expect([...graphemesOf(text)]).to.deep.equal(inOneRead(text));
  });
});
