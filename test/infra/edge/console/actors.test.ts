import { expect } from 'chai';
import { doerOf, idsByName, nameOfDoer, type KnownActors } from '../../../../infra/edge/console/app/actors.ts';

const known: KnownActors = {
  people: new Map([
    ['cada', { name: 'Ada', isMember: true }],
    ['cshop', { name: 'Bakery' }],
  ]),
  keys: new Map([['ckey', { name: 'Nightly', href: '#/keys/ckey' }]]),
};
const nameIn = (actor: Parameters<typeof doerOf>[0], by = known): string => nameOfDoer(doerOf(actor, by));

describe('who did something, as the pages of the console say it', () => {
  it('is a person or a key by its name, and both where a person used a key', () => {
    expect(nameIn({ kind: 'user', id: 'cada', keyId: null })).to.equal('Ada');
    expect(nameIn({ kind: 'user', id: 'cada', keyId: 'ckey' })).to.equal('Ada by Nightly');
    expect(nameIn({ kind: 'api_key', id: 'ckey', keyId: 'ckey' })).to.equal('Nightly');
    expect(doerOf({ kind: 'api_key', id: 'ckey' }, known)).to.deep.equal({ name: 'Nightly', href: '#/keys/ckey' });
    expect(nameIn({ kind: 'user', id: 'cother', keyId: null })).to.equal('a person');
    expect(nameIn({ kind: 'process', id: 'publishing', keyId: null })).to.equal('the service');
  });

  it('is found by the name of a member or a key, and namesakes by the end of their id, too', () => {
    const keys = new Map([...(known.keys ?? []), ['c123456', { name: 'Nightly' }]]);
    expect([...idsByName({ ...known, keys })]).to.deep.equal([
      ['Ada', 'cada'],
      ['Nightly', 'ckey'],
      ['Nightly …123456', 'c123456'],
    ]);
  });

  it('is a key by the end of its id where it is removed, or may not be seen', () => {
    const id = 'cm1x9abcdefghijklmnop4f2k';
    expect(nameIn({ kind: 'api_key', id, keyId: id })).to.equal('a removed key …op4f2k');
    expect(nameIn({ kind: 'user', id: 'cada', keyId: id })).to.equal('Ada by a removed key …op4f2k');
    expect(nameIn({ kind: 'api_key', id, keyId: id }, { ...known, keys: undefined })).to.equal('an API key …op4f2k');
  });
});
