import { expect } from 'chai';
import { Agent } from 'undici';
import { calculateJwkThumbprint } from 'jose';
import { hasMessages } from '../../../domain/contacts/decide-messages.ts';
import type { Platform } from '../../../domain/platforms/platform.ts';
import type { Credentials, RunContext } from '../../../domain/platforms/publisher.ts';
import { fetchBy } from '../../../infra/outside/http/agent-fetch.ts';
import { platformAdapters } from '../../../infra/outside/platforms/all.ts';
import { newDpopKey } from '../../../infra/outside/platforms/bluesky/dpop.ts';
import { realHosts, type PlatformUrls } from '../../../infra/outside/platforms/hosts.ts';
import { platformHttp } from '../../../infra/outside/platforms/http.ts';
import { selfSigned } from '../../support/certificate.ts';
import { opened } from '../../support/opened.ts';
import { messagesByAdapterAlone, operationsFor } from '../checks/table.ts';
import { LiveServer } from '../engine/live-server.ts';
import type { World } from '../engine/world.ts';
import { livePlatforms } from '../run/scenarios.ts';

/** Bluesky binds a token to a key (RFC 9449). */
const boundToKey = async (world: World, accessToken: string): Promise<Credentials> => {
  const dpopKey = await newDpopKey();
  const thumbprint = await calculateJwkThumbprint(JSON.parse(dpopKey) as Record<string, string>);
  world.codes.set(`key ${accessToken}`, { thumbprint });
  return { accessToken, extra: { dpopKey } };
};

/** The adapters' direct messages on platforms for which the API offers none: no live run reaches them. */
describe('messages of adapters that no live run reaches', () => {
  const started = opened(
    async () => {
      const certificate = selfSigned();
      const fetched = (url: string) => Promise.reject(new Error(`nothing is fetched, not even ${url}`));
      const server = new LiveServer({ platforms: livePlatforms, certificate, fetched });
      await server.listen();
      const agent = new Agent({ connect: { ca: certificate.cert } });
      return { server, agent };
    },
    async ({ server, agent }) => {
      await agent.close();
      await server.close();
    },
  );

  /** Every address of a platform, on the server of the test. */
  const urls = (base: (host: string) => string) =>
    Object.fromEntries(
      Object.entries(realHosts().urls).map(([platform, own]) => [
        platform,
        Object.fromEntries(
          Object.entries(own).map(([name, url]) => {
            const { host, pathname } = new URL(url);
            return [name, `${base(host)}${pathname.replace(/\/$/, '')}`];
          }),
        ),
      ]),
    ) as PlatformUrls;

  const send = async (platform: Platform, text: string) => {
    const { server, agent } = started();
    const tools = {
      http: platformHttp({ fetch: fetchBy(agent) }),
      hosts: realHosts({ urls: urls(server.base) }),
      apps: {},
    };
    const message = platformAdapters(tools, [platform]).get(platform)?.community.message;
    if (!message) throw new Error(`the adapter of ${platform} sends no messages`);
    const world = server.world(platform);
    const sender = platform === 'BLUESKY' ? 'did:plc:sender' : world.nextNumber();
    const person = platform === 'BLUESKY' ? 'did:plc:person' : world.nextNumber();
    world.newAccount(sender, 'sender.example');
    world.newAccount(person, 'person.example');
    const accessToken = world.grant(sender, 'access', platform === 'TELEGRAM' ? `${sender}:` : '');
    const credentials = platform === 'BLUESKY' ? await boundToKey(world, accessToken) : { accessToken };
    const account = { id: 'account', nativeId: sender, username: 'sender.example' };
    const context: RunContext = {
      account,
      credentials,
      signal: new AbortController().signal,
      now: () => new Date(),
      wait: () => Promise.resolve(),
    };
    const sent = await message({ recipientNativeId: person, text, key: 'key-of-the-message' }, context);
    return { sent, person, world };
  };

  for (const platform of messagesByAdapterAlone)
    it(`sends on ${platform} what its description allows, and reads the answer`, async () => {
      const { server } = started();
      const earlier = { refusals: server.refusals.length, exchanges: server.exchanges.length };
      const text = `Good morning & welcome ${Math.floor(Math.random() * 1e9)}`;
      const { sent, person, world } = await send(platform, text);
      expect(server.refusals.slice(earlier.refusals), 'what the server refuses').to.deep.equal([]);
      const held = world.of('message').find((each) => each.text.includes(text));
      expect(sent).to.include({ nativeId: held?.id, kind: 'message' });
      const addressed = platform === 'MASTODON' ? held?.text.split(' ')[0] : held?.parent;
      const expected = { MASTODON: '@person.example', BLUESKY: `convo-${person}` }[platform as string] ?? person;
      expect(addressed, 'whom the message is for').to.equal(expected);
      const called = server.exchanges.slice(earlier.exchanges).map(({ operation }) => operation);
      expect(called, 'the operations of the table').to.include.members([operationsFor(platform, 'message').at(-1)]);
    });

  it('are of platforms for which the service offers none', () => {
    for (const platform of messagesByAdapterAlone) expect(hasMessages(platform), platform).to.equal(false);
  });
});
