import { streamNameFilter } from '@eventstore/db-client';
import { expect } from 'chai';
import { dotNetExpression } from '../../../../infra/products/event-store-node/subscriptions/dotnet-expression.ts';
import { newStream, numbersOf, refusal, startServer, take, testEvents, type TestServer } from './server.ts';

describe('event store: regular expressions as the server reads them', () => {
  const cases: readonly [expression: string, matching: readonly string[], others: readonly string[]][] = [
    ['^post-', ['post-1'], ['a post-1']],
    ['(?i)^POST-', ['post-1', 'Post-1'], ['a-post-1']],
    ['(?m)^b$', ['a\nb\nc'], ['abc']],
    ['(?s-x)a.b', ['a\nb'], ['ab']],
    ['\\Apost', ['post-1'], ['a\npost-1', 'A post']],
    ['end\\z', ['the end'], ['the end\n']],
    ['end\\Z', ['the end', 'the end\n'], ['ends']],
    ["^(?'kind'a|b)-\\k<kind>", ['a-a'], ['a-b']],
    ['a(?# not a group )b', ['ab'], ['a b']],
    ['^[]a]+$', ['a]'], ['b']],
    ['^[^]]$', ['a'], [']']],
    ['^\\p{Lu}', ['Öl', 'Post'], ['post', 'p{Lu}']],
    ['a-[bc]', ['a-b'], ['a-d']],
    ['^(?>a+)b', ['aab'], ['aac']],
    ['^(?>a+)a', [], ['aaa']],
    ['^(?>a(?>b+))(c)$', ['abbc'], ['ac']],
    ['^[a-z-[aeiou]]+$', ['xyz'], ['xyza']],
    ['^[^a-f-[x]]$', ['g'], ['a', 'x']],
    ['^[a-z-[b-y-[m]]]+$', ['amz'], ['b']],
    ['a\\.b\\-c\\x41', ['a.b-cA'], ['axb-cA']],
  ];
  for (const [expression, matching, others] of cases) {
    it(`${JSON.stringify(expression)} finds what it means`, () => {
      const regex = dotNetExpression(expression);
      expect(matching.filter((text) => regex.test(text))).to.deep.equal(matching);
      expect(others.filter((text) => regex.test(text))).to.deep.equal([]);
    });
  }

  for (const expression of [
    '(',
    '[a-z-[aeiou]',
    '[a-[b]c]',
    '\\Ga',
    '\\y',
    '(?>a',
    '(a)(?>b)\\1',
    'a(?i)b',
    '(?x)a b',
    "(?'a",
    '(?#a',
    'a\\',
  ]) {
    it(`${expression} is refused rather than misunderstood`, () => {
      expect(() => dotNetExpression(expression)).to.throw(SyntaxError);
    });
  }

  describe('in a subscription', () => {
    let server: TestServer;
    before(async () => (server = await startServer()));
    after(() => server.stop());

    it('knows options, and refuses what it cannot read with the connection still usable', async () => {
      const stream = newStream('Cased');
      await server.client.appendToStream(stream, testEvents(2));
      const filtered = (regex: string) => server.client.subscribeToAll({ filter: streamNameFilter({ regex }) });
      expect((await refusal(filtered('['))).message).to.include('Exception was thrown by handler');
      expect(numbersOf(await take(filtered('(?i)\\AcASED-'), 2))).to.deep.equal([0, 1]);
    });
  });
});
