import { expect } from 'chai';
import {
  credentialFrom,
  hashOfApiKey,
  isKeyOfHash,
  mayUseFrom,
  newApiKey,
} from '../../../../infra/edge/access/api-key.ts';

describe('API keys', () => {
  for (const mode of ['live', 'test'] as const)
    it(`of a ${mode} workspace say so, and show their first eight characters only`, () => {
      const { key, prefix, hash } = newApiKey(mode);
      expect(key).to.match(new RegExp(`^svc_${mode}_[0-9A-Za-z]{44}$`));
      expect(prefix).to.equal(key.slice(0, 17));
      expect(hash)
        .to.equal(hashOfApiKey(key))
        .and.to.match(/^[0-9a-f]{64}$/);
    });

  it('use every character of the alphabet about equally often', () => {
    const counts = new Map<string, number>();
    for (let index = 0; index < 2000; index++)
      for (const character of newApiKey('live').key.slice(9)) counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).to.equal(62);
    // 88,000 draws over 62 characters: 1,419 each, standard deviation 37; eight of them are never reached by chance.
    for (const [character, count] of counts) expect(count, character).to.be.within(1419 - 300, 1419 + 300);
  });

  it('are recognised by their hash and by nothing else', () => {
    const { key, hash } = newApiKey('live');
    expect(isKeyOfHash(key, hash)).to.equal(true);
    expect(isKeyOfHash(newApiKey('live').key, hash)).to.equal(false);
    for (const broken of ['', 'zz', hash.slice(2), `${hash}00`]) expect(isKeyOfHash(key, broken)).to.equal(false);
  });
});

describe('the Authorization header', () => {
  it('is classified by structure', () => {
    const { key } = newApiKey('test');
    expect(credentialFrom(`Bearer ${key}`)).to.deep.equal({ kind: 'api_key', key, mode: 'test' });
    expect(credentialFrom(`bearer   ${key} `)).to.deep.equal({ kind: 'api_key', key, mode: 'test' });
    expect(credentialFrom('Bearer eyJh.eyJz.c2ln')).to.deep.equal({ kind: 'session', token: 'eyJh.eyJz.c2ln' });
  });

  for (const header of [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Basic dXNlcjpwYXNz',
    'Bearer nonsense',
    'Bearer svc_live_short',
    'Bearer a.b',
    'Bearer svc_prod_0123456789012345678901234567890123456789abcd',
    'Bearer a.b.c.d',
    'Bearer a b',
    `Bearer ${'a'.repeat(9000)}.b.c`,
  ])
    it(`is no credential: ${header?.slice(0, 40) ?? 'absent'}`, () =>
      expect(credentialFrom(header)).to.equal(undefined));
});

describe('a key bound to addresses', () => {
  it('may be used from everywhere without a list', () => {
    expect(mayUseFrom('203.0.113.9', [])).to.equal(true);
    expect(mayUseFrom(undefined, [])).to.equal(true);
  });

  it('may be used from the listed addresses and ranges, v4, v6 and mapped', () => {
    const allowed = ['203.0.113.9', '10.0.0.0/8', '2001:db8::/32'];
    for (const address of ['203.0.113.9', '::ffff:203.0.113.9', '10.255.0.1', '2001:db8::7'])
      expect(mayUseFrom(address, allowed), address).to.equal(true);
    for (const address of ['203.0.113.8', '11.0.0.1', '2001:db9::7', 'nonsense', undefined])
      expect(mayUseFrom(address, allowed), address).to.equal(false);
  });
});
