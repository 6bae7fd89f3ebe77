import { expect } from 'chai';
import { AiFailure, type AiProvider } from '../../../../domain/ai/ai-provider.ts';
import type { Persona } from '../../../../domain/personas/persona.ts';
import type { BulkPost } from '../../../../processes/bulk-generation/ports.ts';
import { bulkTexts } from '../../../../infra/adapters/ai/bulk-texts.ts';

const names = { provider: 'p', model: 'm', imageModel: 'i', backup: null };
const voice = {
  name: 'Tess',
  description: null,
  arcs: [],
  memory: [],
  modules: [
    { moduleType: 'voice', data: { tone: 'dry and kind' }, schemaVersion: 1 },
    { moduleType: 'visual_style', data: { palette: 'sepia' }, schemaVersion: 1 },
  ],
} as unknown as Persona;
const post: BulkPost = {
  jobId: 'j',
  postId: 'p1',
  index: 0,
  count: 2,
  workspaceId: 'w',
  userId: 'u',
  accountId: 'a',
  personaId: 'tess',
  topicHint: 'tea',
  scheduledFor: '',
  now: '',
  mode: 'test',
  platform: 'TWITTER',
};
const { signal } = new AbortController();

describe('the texts and images of a bulk job', () => {
  /** A provider that fails as often as is wished for, and what it was asked. */
  const setting = (failures: number, kind: AiFailure['kind'] = 'unavailable') => {
    const asked: string[] = [];
    let left = failures;
    const answer = (prompt: string) => {
      asked.push(prompt);
      if (left-- > 0) throw new AiFailure(kind, kind);
    };
    const provider: AiProvider = {
      names,
      text: async ({ system, user }) => (answer(`${system} ${user}`), { ...names, text: 'A cup.' }),
      image: async (prompt) => (answer(prompt), { ...names, bytes: new Uint8Array([1]), contentType: 'image/png' }),
    };
    const personaOf = async (id: string) => (id === 'tess' ? voice : undefined);
    return { asked, ...bulkTexts({ provider: () => provider, personaOf }) };
  };

  it('are asked for by the prompts of the persona', async () => {
    const { asked, write, picture } = setting(0);
    expect(await write(post, signal)).to.deep.equal({ outcome: 'done', text: 'A cup.' });
    expect((await picture(post, 'A cup.', signal)).outcome).to.equal('done');
    expect(asked[0]).to.match(/You write as Tess\.[^]*dry and kind[^]*tea/);
    expect(asked[1]).to.match(/A cup\.[^]*sepia/);
    expect(asked[1]).not.to.include('dry and kind');
    const plain = { ...post, personaId: null };
    await write(plain, signal);
    expect(asked[2]).not.to.include('Tess');
  });

  it('are asked for three times, and not again where that is of no use', async () => {
    const twice = setting(2);
    expect((await twice.picture(post, 'A cup.', signal)).outcome).to.equal('done');
    const thrice = setting(3);
    expect((await thrice.picture(post, 'A cup.', signal)).outcome).to.equal('failed');
    expect(thrice.asked).to.have.length(3);
    const refusing = setting(1, 'key');
    expect((await refusing.write(post, signal)).outcome).to.equal('fatal');
    const deleted = setting(0);
    expect(await deleted.write({ ...post, personaId: 'gone' }, signal)).to.deep.equal({
      outcome: 'failed',
      reason: 'The persona of the job was deleted',
    });
    expect(deleted.asked).to.deep.equal([]);
  });
});
