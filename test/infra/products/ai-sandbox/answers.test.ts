import { expect } from 'chai';
import { assemblePrompts } from '../../../../domain/personas/assemble-prompts.ts';
import { sandboxAnswer } from '../../../../infra/products/ai-sandbox/answers.ts';

const asked = (system: string, instructions: string, more: object = {}) => ({
  system,
  form: undefined,
  user: `Write one post.\n${JSON.stringify({ instructions, ...more })}`,
});
const personaNamed = (name: string, tone: string) => ({
  name,
  description: null,
  memory: [],
  arcs: [],
  modules: [{ moduleType: 'voice' as const, data: { tone }, schemaVersion: 1 }],
});
const wanted = { platform: 'TWITTER', generationType: 'POST_GENERATION' as const, idea: 'espresso' };
const written = (name: string, tone: string): string => {
  const { systemPrompt, userPrompt } = assemblePrompts(personaNamed(name, tone), wanted);
  return sandboxAnswer(asked(systemPrompt, userPrompt));
};

describe('the simulated model', () => {
  it('writes of the idea, and repeats nothing of what it is asked to do', () => {
    const text = written('Ada', 'dry');
    expect(text).to.include('espresso');
    expect(text).not.to.match(/Write one|The idea|Answer with|TWITTER/);
    expect(
      sandboxAnswer(asked('You are brief.', 'Write a short post about our new tea. Answer with the text.')),
    ).to.match(/^[^:]*: our new tea\.$/);
  });
  it('shows whose voice it has, so that another persona writes another text', () => {
    expect(written('Ada', 'dry')).to.include('(Ada, tone: dry)');
    expect(written('Bob', 'warm')).to.include('(Bob, tone: warm)');
    expect(sandboxAnswer(asked('You are brief.', 'Tea'))).not.to.include('(');
  });
  it('has a topic once, and the number of a post in its series', () => {
    const text = sandboxAnswer(asked('You are brief.', 'Write a post about tea.', { topic: 'tea.', number: 2 }));
    expect(text).to.match(/^[^:]* \(2\): tea\.$/);
  });
});
