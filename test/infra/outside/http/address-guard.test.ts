import { expect } from 'chai';
import { rangesFrom } from '../../../../infra/outside/network/address-ranges.ts';
import { isPublicHttpsUrl, mayReach } from '../../../../infra/outside/http/address-guard.ts';

describe('the address guard', () => {
  for (const address of [
    '0.0.0.0',
    '10.1.2.3',
    '127.0.0.1',
    '127.255.255.254',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    'fc00::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '2001::1',
    '100::1',
    '100:0:0:1::1',
    '4000::1',
    '::8.8.8.8',
    '5f00::1',
    'e000::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    'not an address',
    '',
    'example.com',
  ])
    it(`never reaches ${address || 'nothing'}`, () => expect(mayReach(address, [])).to.equal(false));

  for (const address of ['8.8.8.8', '93.184.216.34', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])
    it(`reaches ${address}`, () => expect(mayReach(address, [])).to.equal(true));

  it('reaches an exempt range, in its v4 and its mapped form, and nothing beside it', () => {
    const exempt = rangesFrom('127.0.0.0/8, fd00::/8,192.168.7.9');
    for (const address of ['127.0.0.1', '::ffff:127.9.9.9', 'fd12::1', '192.168.7.9'])
      expect(mayReach(address, exempt), address).to.equal(true);
    for (const address of ['10.0.0.1', '192.168.7.8', '::1', 'fe80::1'])
      expect(mayReach(address, exempt), address).to.equal(false);
  });
});

describe('a URL judged by its letters', () => {
  for (const url of [
    'http://example.com/',
    'ftp://example.com',
    'javascript:alert(1)',
    '//example.com',
    'example.com',
    '',
    'https://',
    'https://example.com/a\r\nb',
    'https://example.com/\tb',
    ' https://example.com/',
    'https://example.com:0/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://10.0.0.1:8443/x',
    'https://192.168.0.1',
    'https://172.20.1.1',
    'https://169.254.169.254/latest',
    'https://0/',
    'https://[fe80::1]/',
    'https://localhost/',
    'https://LOCALHOST:444/',
    'https://api.localhost/',
    'https://localhost./',
    'https://127.0.0.1./',
    'https://user:secret@example.com/',
    'https://example.com@127.0.0.1/',
    'https://①②⑦.0.0.1/',
  ])
    it(`refuses ${url || 'nothing'}`, () => expect(isPublicHttpsUrl(url)).to.equal(false));

  for (const url of [
    'https://example.com/hook?x=1',
    'https://8.8.8.8/',
    'https://example.com:8443/',
    'https://[2606:4700::1111]/',
  ])
    it(`accepts ${url}`, () => expect(isPublicHttpsUrl(url)).to.equal(true));

  it('accepts loopback where it is exempt, but only over HTTPS', () => {
    const exempt = rangesFrom('127.0.0.0/8');
    expect(isPublicHttpsUrl('https://127.0.0.1:9443/hook', exempt)).to.equal(true);
    expect(isPublicHttpsUrl('https://localhost:9443/hook', exempt)).to.equal(true);
    expect(isPublicHttpsUrl('http://127.0.0.1:9443/hook', exempt)).to.equal(false);
    expect(isPublicHttpsUrl('https://10.0.0.1/', exempt)).to.equal(false);
  });
});
