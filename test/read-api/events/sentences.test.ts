import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sentenceOf } from '../../../read-api/events/sentences.ts';
import { allEvents, catalogue } from '../../../domain/events.ts';
import { withTextAt } from '../../../domain/kernel/personal.ts';
import { counted, ended, listed } from '../../../domain/kernel/sentence.ts';
import { postSentences } from '../../../domain/posts/sentences.ts';

const folder = path.join(import.meta.dirname, '../../domain/samples');
const samples = readdirSync(folder).flatMap((file) => {
  const [, type = '', version = ''] = /^(\w+)\.v(\d+)\.json$/.exec(file) ?? [];
  if (type === '') return [];
  const data = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as unknown;
  return [{ file, event: catalogue.decode({ type, version: Number(version), data }) }];
});

describe('the sentences of events', () => {
  it('are there for every type and version', () => {
    expect(new Set(samples.map(({ event }) => event.type))).to.deep.equal(new Set(allEvents.map(({ type }) => type)));
    for (const { file, event } of samples) {
      const sentence = sentenceOf(event);
      expect(sentence, file).to.match(/^\S.*[^.]\.$/s);
      expect(sentence, file).not.to.match(/undefined|NaN|\[object/);
    }
  });

  it('hold no personal data', () => {
    for (const { file, event } of samples) {
      const secret = 'someone in particular';
      const fields = catalogue.definitions.get(event.type)?.personal?.fields ?? [];
      const data = fields.reduce<unknown>(
        (before, field) => withTextAt(before, field.split('.'), () => secret),
        event.data,
      );
      expect(sentenceOf({ ...event, data }), file).not.to.include(secret);
    }
  });

  it('tell what an event is about', () => {
    const at = '2026-12-01T09:00:00.000Z';
    expect(sentenceOf({ type: 'PostScheduled', data: { scheduledFor: at } })).to.equal(
      `The post was scheduled for ${at}.`,
    );
    expect(postSentences.PostEdited?.({ changes: { content: 'x', personaId: null } })).to.equal(
      'The post was edited: content and personaId.',
    );
    expect(sentenceOf({ type: 'PostDeleted', data: {} })).to.equal('The post was deleted.');
  });

  it('are put together of words', () => {
    expect([counted(1, 'post'), counted(2, 'post'), counted(0, 'post')]).to.deep.equal([
      '1 post',
      '2 posts',
      '0 posts',
    ]);
    expect([listed([]), listed(['a']), listed(['a', 'b', 'c'])]).to.deep.equal(['nothing', 'a', 'a, b and c']);
    expect([ended('It broke'), ended('It broke. '), ended('It broke...')]).to.deep.equal(Array(3).fill('It broke.'));
  });
});
