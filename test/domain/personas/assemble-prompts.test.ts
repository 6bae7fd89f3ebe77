import { expect } from 'chai';
import { assemblePrompts, maxSystemPrompt, maxUserPrompt } from '../../../domain/personas/assemble-prompts.ts';
import { isAtTrustedHost } from '../../../domain/personas/avatar-hosts.ts';
import { fileNameOf, PersonaFile } from '../../../domain/personas/persona-file.ts';
import { Refused } from '../../../domain/kernel/refused.ts';

const wanted = { platform: 'linkedin', generationType: 'POST_GENERATION' as const, idea: 'Our launch' };
const ada = {
  name: 'Ada',
  description: 'An engineer.',
  modules: [
    { moduleType: 'voice' as const, data: { tone: 'dry', doNot: ['shout', 'boast'] }, schemaVersion: 1 },
    { moduleType: 'image_prompt_engine' as const, data: { lens: 'wide' }, schemaVersion: 1 },
  ],
  memory: [{ id: 'm', content: 'Short lines work.', createdAt: '' }],
  arcs: [
    { id: 'a', title: 'Launch', description: 'Week one', status: 'active' as const, startsAt: null, endsAt: null },
    { id: 'b', title: 'Later', description: null, status: 'planned' as const, startsAt: null, endsAt: null },
  ],
};

describe('the prompts of a persona', () => {
  it('tell the voice, active arcs, memory and the idea', () => {
    const { systemPrompt, userPrompt } = assemblePrompts(ada, wanted);
    expect(systemPrompt).to.equal(
      [
        'You write as Ada. An engineer.',
        '## Voice\ntone: dry\ndo not:\n  - shout\n  - boast',
        '## Current storylines\n- Launch: Week one',
        '## What you remember\n- Short lines work.',
      ].join('\n\n'),
    );
    expect(userPrompt)
      .to.match(/^Write one post for linkedin\./)
      .and.to.include('Our launch');
  });
  it('have the rules of images where an image is wanted', () => {
    const { systemPrompt } = assemblePrompts(ada, { ...wanted, generationType: 'IMAGE_GENERATION' });
    expect(systemPrompt).to.include('lens: wide');
  });
  it('are no longer than a generation takes', () => {
    const data = { text: 'x'.repeat(120_000) };
    const long = { ...ada, modules: [{ moduleType: 'voice' as const, data, schemaVersion: 1 }] };
    const { systemPrompt, userPrompt } = assemblePrompts(long, { ...wanted, idea: 'y'.repeat(60_000) });
    expect([systemPrompt.length, userPrompt.length]).to.deep.equal([maxSystemPrompt, maxUserPrompt]);
  });
  it('need a module', () =>
    expect(() => assemblePrompts({ ...ada, modules: [] }, wanted))
      .to.throw(Refused)
      .with.property('code', 'PERSONA_INCOMPLETE'));
});

describe('the file of a persona', () => {
  it('has a name in ASCII with the extension of personas', () => {
    expect(fileNameOf('Ada Lövelace!')).to.equal('ada-lo-velace.svcpersona.json');
    expect(fileNameOf('日本')).to.equal('persona.svcpersona.json');
  });
  it('has at most 50 modules and 20 memories', () => {
    const module = { moduleType: 'voice', data: {} };
    const isValid = (modules: number, memory: number): boolean =>
      PersonaFile.safeParse({
        persona: { name: 'Ada' },
        modules: Array.from({ length: modules }, () => module),
        memory: Array.from({ length: memory }, () => ({ content: 'x' })),
      }).success;
    expect([isValid(50, 20), isValid(51, 0), isValid(0, 21)]).to.deep.equal([true, false, false]);
    expect(PersonaFile.safeParse({ modules: [] }).success).to.equal(false);
  });
});

describe('the picture of a persona', () => {
  it('comes by HTTPS from a content delivery network or an object store', () => {
    const urls = [
      'https://bucket.s3.amazonaws.com/a.png',
      'https://d1.cloudfront.net/a.png',
      'http://d1.cloudfront.net/a.png',
      'https://cloudfront.net.example.com/a.png',
      'https://user@d1.cloudfront.net/a.png',
      'https://example.com/a.png',
      'nonsense',
    ];
    expect(urls.map(isAtTrustedHost)).to.deep.equal([true, true, false, false, false, false, false]);
  });
});
