import type { FaultKind } from '@social-publishing/platform-sandbox';
import { expect } from 'chai';
import type { Rendered } from '../../../../domain/platforms/publisher.ts';
import { whatsappConnector } from '../../../../infra/outside/platforms/whatsapp/connector.ts';
import { adapted, only, published } from './cases/publishing.ts';
import { platformAdapters } from '../../../../infra/outside/platforms/all.ts';
import { sandboxHosts } from '../../../../infra/outside/platforms/hosts.ts';
import { platformHttp } from '../../../../infra/outside/platforms/http.ts';
import { testApps } from '../../../support/sandbox-apps.ts';
import type { MessageStatus } from '../../../../domain/platform-webhooks/message-status.ts';
import { contract, type Case } from './contract.ts';
import { Lab, rendered } from './lab.ts';
import { Crash, platformErrorOf } from './memory-run.ts';
import { sampleFile, samples } from './sample-media.ts';

const addressed = (post: Rendered): Rendered => ({
  ...post,
  metadata: { recipientPhone: '+15551234567', ...post.metadata },
});

/**
 * A lost answer stays lost: nothing is sent a second time, and the outcome is reported as unknown.
 */
const unknownAfter =
  (fault: FaultKind, stored: number, timeoutMs?: number): Case =>
  async (bench) => {
    const person = await bench.lab.person('WHATSAPP');
    const { publisher } = bench.lab.adapter('WHATSAPP', timeoutMs);
    const post = addressed(rendered('WHATSAPP', `Lost in ${fault}`));
    const memory = person.newRun();
    await person.fault('publish', fault);
    expect((await platformErrorOf(publisher.publish(post, memory.run))).kind).to.equal('unknown');
    expect(await memory.settle(publisher, post)).to.equal('cannot_tell');
    expect(await person.objects()).to.have.length(stored);
  };

const endless = 'a system user’s token neither ends nor renews';
const noComments = 'WhatsApp has no comments';
const noList = 'WhatsApp lists no sent messages';

contract({
  platform: 'WHATSAPP',
  adapt: addressed,
  rateLimitHint: false,
  tooLong: 'a'.repeat(4097),
  absent: {
    'publish a reel or short': 'WhatsApp has no short form of its own',
    'publish a story': 'the Cloud API has no status updates',
    'find a first comment after reset_after': 'WhatsApp has no comments',
    'find a first comment after reset_before': 'WhatsApp has no comments',
    'unpublish with the first comment, which goes first': 'WhatsApp has no comments',
    'a video upload continues where the service died': 'the bytes go in one request',
    'publish a GIF': 'WhatsApp takes JPEG and PNG',
    'publish a thread': 'WhatsApp has no threads',
    'first comment': noComments,
    'unpublish twice': 'nothing can be deleted',
    'unpublish a thread, replies first': 'WhatsApp has no threads',
    'unpublish when the answer is lost': 'nothing can be deleted',
    'unpublish when nothing was deleted': 'nothing can be deleted',
    'find in the middle of a thread': 'WhatsApp has no threads',
    'find tells two equal posts apart': noList,
    'container failed': 'WhatsApp has no containers',
    'a code needs its verifier': 'Facebook Login for servers proves itself by the client secret, without PKCE',
    refresh: endless,
    'a replayed refresh token': endless,
    'a refresh that fails by the way': endless,
    'a refresh that is refused': endless,
    comments: noComments,
    'comments, refused': noComments,
    reply: noComments,
    hide: noComments,
    mentions: 'WhatsApp has no mentions',
    reviews: 'WhatsApp has no reviews',
    'metrics of a post': 'counts come by webhook only',
    'metrics of the account': 'counts come by webhook only',
    'recent posts': 'the calendar imports from Mastodon and TikTok only',
  },
  own: {
    'find after reset_after': unknownAfter('reset_after', 1),
    'find after error_after': unknownAfter('error_after', 1),
    'find after timeout': unknownAfter('timeout', 0, 400),
    'find after reset_before': unknownAfter('reset_before', 0),
    'find after server_error': unknownAfter('server_error', 0),
    unpublish: async (bench) => {
      const { person, publisher, result } = await published(bench, rendered('WHATSAPP', 'Here to stay'));
      const context = { ...person.newRun().run, publishedAt: bench.lab.clock.now().toISOString() };
      const removals = await publisher.unpublish(result, context);
      expect(removals.map((each) => (each.removed ? 'removed' : each.reason))).to.deep.equal([
        'manual_removal_required',
      ]);
      expect(await person.objects()).to.have.length(1);
    },
    'resume from remembered steps': async (bench) => {
      const person = await bench.lab.person('WHATSAPP');
      const { publisher } = bench.lab.adapter('WHATSAPP');
      const post = adapted(bench, rendered('WHATSAPP', 'Interrupted', [samples.image(), samples.image()]));
      const memory = person.newRun();
      memory.dieAfterSteps = 1;
      const died = await publisher.publish(post, memory.run).catch((error: unknown) => error);
      expect(died).to.be.instanceOf(Crash);
      memory.dieAfterSteps = Infinity;
      await publisher.publish(post, memory.run);
      expect(memory.stepsRun).to.deep.equal(['upload-1', 'upload-2']);
      const held = await person.objects();
      expect(held.map(({ text, media }) => [text, media.length])).to.deep.equal([
        ['Interrupted', 1],
        ['', 1],
      ]);
    },
    'publish with metadata': async (bench) => {
      const template = { name: 'order_ready', language: 'de' };
      const post = { ...rendered('WHATSAPP', 'ignored'), metadata: { template, recipientPhone: '4915112345678' } };
      const { root } = await published(bench, post);
      expect(root.request).to.deep.equal({
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to: '+4915112345678',
        type: 'template',
        template: { name: 'order_ready', language: { code: 'de', policy: 'deterministic' } },
      });
    },
    'sign in with a secret': async ({ lab }) => {
      const person = await lab.person('WHATSAPP');
      const { connector } = lab.adapter('WHATSAPP');
      const signIn = only(connector.signIn);
      const { accessToken } = person.grant.credentials;
      const grant = await signIn.call(connector, { accessToken });
      expect((await connector.details(grant.credentials)).nativeId).to.equal(person.account.nativeId);
      const [, branch] = await connector.destinations(person.account, grant.credentials);
      const other = await signIn.call(connector, { accessToken, phoneNumberId: only(branch).id });
      expect((await connector.details(other.credentials)).nativeId).to.equal(branch?.id);
      expect((await platformErrorOf(signIn.call(connector, { accessToken: 'EAAnonsense' }))).kind).to.equal(
        'unauthorized',
      );
    },
  },
});

describe('WhatsApp beyond the contract', () => {
  let lab: Lab;
  beforeEach(async () => {
    lab = new Lab();
    await lab.start();
  });
  afterEach(() => lab.stop());

  it('sends long words after the media, and short ones with the first', async () => {
    const person = await lab.person('WHATSAPP');
    const { publisher } = lab.adapter('WHATSAPP');
    const long = 'word '.repeat(300).trim();
    const media = [samples.image(), sampleFile('video/mp4', 2_000_000)];
    await publisher.publish(addressed(rendered('WHATSAPP', long, media)), person.newRun().run);
    const held = await person.objects();
    expect(held.map(({ text, media: [file] }) => [text.length, file?.type])).to.deep.equal([
      [0, 'image/jpeg'],
      [0, 'video/mp4'],
      [long.length, undefined],
    ]);
  });

  it('uploads media again that WhatsApp could not use', async () => {
    const person = await lab.person('WHATSAPP');
    const { publisher } = lab.adapter('WHATSAPP');
    const post = addressed(rendered('WHATSAPP', 'A picture', [samples.image()]));
    const memory = person.newRun();
    await person.fault('publish', 'media_rejected');
    expect((await platformErrorOf(publisher.publish(post, memory.run))).code).to.equal('MEDIA_REJECTED');
    await publisher.publish(post, memory.run);
    expect(memory.stepsRun).to.deep.equal(['upload-1', 'upload-1']);
  });

  it('needs a recipient', async () => {
    const person = await lab.person('WHATSAPP');
    const { publisher } = lab.adapter('WHATSAPP');
    const error = await platformErrorOf(publisher.publish(rendered('WHATSAPP', 'To whom?'), person.newRun().run));
    expect([error.kind, error.code]).to.deep.equal(['refused', 'PUBLISH_ERROR']);
  });

  it('is published once WhatsApp reports that it went out, and fails as WhatsApp reports', async () => {
    const person = await lab.person('WHATSAPP');
    const reported = new Map<string, MessageStatus>();
    const statuses = {
      of: async (account: string, nativeId: string): Promise<MessageStatus> =>
        (account === person.newRun().run.account.id ? reported.get(nativeId) : undefined) ?? { kind: 'unknown' },
    };
    const tools = { http: platformHttp(), hosts: sandboxHosts(lab.origin), apps: testApps, statuses };
    const { publisher } = only(platformAdapters(tools, ['WHATSAPP']).get('WHATSAPP'));
    const post = addressed(rendered('WHATSAPP', 'Did it go out?'));
    const memory = person.newRun();
    expect((await platformErrorOf(publisher.publish(post, memory.run))).kind).to.equal('unknown');
    expect(await memory.settle(publisher, post)).to.equal('cannot_tell');
    const error = { code: 'PUBLISH_ERROR', message: 'closed (131047)' };
    reported.set((await person.objects())[0]?.nativeId ?? '', { kind: 'refused', error });
    expect(await memory.looked(publisher, post)).to.deep.equal({ outcome: 'not_published', refusal: error });
    expect((await platformErrorOf(publisher.publish(post, memory.run))).kind).to.equal('unknown');
    const nativeId = only((await person.objects()).find((each) => !reported.has(each.nativeId))).nativeId;
    reported.set(nativeId, { kind: 'accepted' });
    expect(await memory.settle(publisher, post)).to.equal('published');
    expect(await publisher.publish(post, memory.run)).to.deep.equal([{ nativeId, kind: 'post' }]);
  });

  it('reaches a person without a visible number by the business-scoped id', async () => {
    const person = await lab.person('WHATSAPP');
    const { publisher } = lab.adapter('WHATSAPP');
    const recipientPhone = 'US.13491208655302741918';
    await publisher.publish({ ...rendered('WHATSAPP', 'Hi'), metadata: { recipientPhone } }, person.newRun().run);
    expect((await person.objects())[0]?.request).to.include({ recipient: recipientPhone });
  });

  describe('outside of the 24 hours', () => {
    const publishing = async (post: Rendered, heardHoursAgo?: number) => {
      const person = await lab.person('WHATSAPP');
      const { run } = person.newRun();
      const heardAt =
        heardHoursAgo === undefined
          ? undefined
          : new Date(run.now().getTime() - heardHoursAgo * 3_600_000).toISOString();
      const conversations = { lastInboundAt: () => Promise.resolve(heardAt) };
      const tools = { http: platformHttp(), hosts: sandboxHosts(lab.origin), apps: testApps, conversations };
      const { publisher } = only(platformAdapters(tools, ['WHATSAPP']).get('WHATSAPP'));
      await publisher.publish(addressed(post), run);
      return only((await person.objects())[0]);
    };

    it('a text goes out by the template of the account for posts, on one line', async () => {
      const sent = await publishing(rendered('WHATSAPP', 'Fresh bread\n\nfrom eight'));
      expect(sent.text).to.equal('Fresh bread from eight');
      expect(sent.request).to.deep.include({
        type: 'template',
        template: {
          name: 'post_text',
          language: { code: 'en_US', policy: 'deterministic' },
          components: [{ type: 'body', parameters: [{ type: 'text', text: 'Fresh bread from eight' }] }],
        },
      });
    });

    it('a file is the header of the template of its kind', async () => {
      const sent = await publishing({ ...rendered('WHATSAPP', 'Look'), media: [sampleFile('image/jpeg')] });
      expect([sent.text, sent.media.length]).to.deep.equal(['Look', 1]);
      expect(sent.request).to.have.nested.property('template.name', 'post_image');
    });

    it('what no such template carries goes out as a text, as does a text to a person who wrote today', async () => {
      const long = await publishing(rendered('WHATSAPP', 'a'.repeat(1025)));
      expect(long.request).to.include({ type: 'text' });
      const heard = await publishing(rendered('WHATSAPP', 'Yes'), 1);
      expect(heard.request).to.include({ type: 'text' });
      const forgotten = await publishing(rendered('WHATSAPP', 'Hi'), 25);
      expect(forgotten.request).to.include({ type: 'template' });
    });
  });

  it('names a configuration in place of the scopes where the operator has one', async () => {
    const app = only(testApps.WHATSAPP);
    const connector = whatsappConnector({
      http: platformHttp(),
      hosts: sandboxHosts(lab.origin),
      apps: { WHATSAPP: { ...app, configId: '4711' } },
    });
    const asked = { state: 's1', redirectUri: 'https://service.example.com/callback', codeVerifier: 'v1' };
    const { url } = await connector.authorizationUrl(asked);
    const query = new URL(url).searchParams;
    expect(query.get('config_id')).to.equal('4711');
    expect(query.get('override_default_response_type')).to.equal('true');
    expect(query.has('scope')).to.equal(false);
    const back = new URL((await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '').searchParams;
    const grant = await connector.exchange(back.get('code') ?? '', asked);
    expect(grant.scopes).to.include('whatsapp_business_messaging');
  });
});
