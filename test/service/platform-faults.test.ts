import { expect } from 'chai';
import { until } from '../support/until.ts';
import { type Client, hasEnded, type PostBody, trio } from '../support/service-client.ts';
import { ServiceProcess } from '../support/service-process.ts';

const ladderMinutes = [2, 4, 8];

describe('the service on platforms that misbehave', function () {
  this.timeout(120_000);
  let service: ServiceProcess;
  /** The one slow fault: it runs beside all the others. */
  let silent: { client: Client; post: PostBody };

  const failing = async (fault: string, times = 1): Promise<{ client: Client; post: PostBody }> => {
    const client = await service.workspace();
    for (const platform of trio) await client.fault(platform, fault, times);
    return { client, post: await client.publish(`Under ${fault}`) };
  };

  before(async () => {
    service = await ServiceProcess.start();
    silent = await failing('timeout');
  });
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.log(service.output.slice(-3_000));
  });
  after(() => service.dispose());

  const ended = async (client: Client, id: string, withinMs = 30_000): Promise<PostBody> => {
    let post = await client.post(id);
    await until(
      'the post has ended',
      async () => {
        post = await client.post(id);
        return hasEnded(post);
      },
      withinMs,
    ).catch((error: unknown) => {
      throw new Error(`${String(error)}: ${JSON.stringify(post)}`);
    });
    return post;
  };

  const expectPublishedOnce = async (client: Client, post: PostBody): Promise<void> => {
    expect(post.status, JSON.stringify(post.platforms)).to.equal('published');
    for (const platform of trio) {
      const objects = await client.objects(platform);
      expect(
        objects.map(({ text }) => text),
        platform,
      ).to.deep.equal([post.content]);
      const destination = post.platforms.find((one) => one.platform === platform.toLowerCase());
      expect(destination?.platformPostId, platform).to.include(objects[0]?.nativeId);
    }
  };

  /** Waits until every destination waits for its n-th retry; answers when the last of them is due. */
  const retryAwaited = async (client: Client, id: string, retry: number, withinMs = 30_000): Promise<number> => {
    let post = await client.post(id);
    await until(
      `retry ${retry} is awaited`,
      async () => {
        post = await client.post(id);
        return post.platforms.every((one) => one.retryCount === retry && one.nextAttemptAt !== undefined);
      },
      withinMs,
    ).catch((error: unknown) => {
      throw new Error(`${String(error)}: ${JSON.stringify(post.platforms)}`);
    });
    expect(post.status).to.equal('publishing');
    return Math.max(...post.platforms.map(({ nextAttemptAt }) => Date.parse(nextAttemptAt as string)));
  };

  const advanceTo = async (client: Client, time: number): Promise<void> => {
    const seconds = Math.ceil((time - (await client.now()).getTime()) / 1000);
    if (seconds > 0) await client.advance(seconds);
  };

  for (const fault of ['reset_after', 'error_after']) {
    it(`finds what was stored and not answered (${fault})`, async () => {
      const { client, post } = await failing(fault);
      await expectPublishedOnce(client, await ended(client, post.id));
    });
  }

  for (const fault of ['reset_before', 'server_error']) {
    it(`sends again 2, 4 and 8 minutes after what was not stored (${fault})`, async () => {
      const { client, post } = await failing(fault, ladderMinutes.length);
      for (const [index, minutes] of ladderMinutes.entries()) {
        const due = await retryAwaited(client, post.id, index + 1);
        const wait = due - (await client.now()).getTime();
        expect(wait).to.be.within((minutes - 0.5) * 60_000, minutes * 60_000);
        for (const platform of trio) expect(await client.objects(platform)).to.deep.equal([]);
        await advanceTo(client, due);
      }
      await expectPublishedOnce(client, await ended(client, post.id));
    });
  }

  it('takes no object for a post that another post of the same words made', async () => {
    const client = await service.workspace();
    const publish = (platforms: readonly string[]) =>
      client.publish('The same words', { accountIds: client.accounts(platforms) });
    const first = await ended(client, (await publish(trio)).id);
    expect(first.status).to.equal('published');
    for (const platform of trio) await client.fault(platform, 'reset_before');
    const { id } = await publish(trio);
    await advanceTo(client, await retryAwaited(client, id, 1));
    const second = await ended(client, id);
    const of = (post: PostBody, platform: string) => post.platforms.find((one) => one.platform === platform);
    // X takes no text twice; the others have two posts by now.
    expect(of(second, 'twitter')).to.include({ status: 'failed' });
    expect(await client.objects('TWITTER')).to.have.length(1);
    for (const platform of ['mastodon', 'bluesky']) {
      expect(of(second, platform)?.status, platform).to.equal('published');
      expect(of(second, platform)?.platformPostId).not.to.equal(of(first, platform)?.platformPostId);
    }

    await client.fault('MASTODON', 'reset_after', 2);
    const twins = await Promise.all([publish(['MASTODON']), publish(['MASTODON'])]);
    const ends = await Promise.all(twins.map((post) => ended(client, post.id)));
    const taken = [first, second, ...ends].map((post) => of(post, 'mastodon')?.platformPostId);
    expect(new Set(taken)).to.have.property('size', 4);
    expect(await client.objects('MASTODON')).to.have.length(4);
  });

  it('gives up after the third retry, and reports it', async () => {
    const { client, post } = await failing('server_error', ladderMinutes.length + 1);
    for (const index of ladderMinutes.keys()) await advanceTo(client, await retryAwaited(client, post.id, index + 1));
    const end = await ended(client, post.id);
    expect(end.status).to.equal('failed');
    for (const { error } of end.platforms) expect(error?.message).to.be.a('string').and.not.equal('');
    const again = await client.call<{ error: { code: string } }>('POST', `/posts/${post.id}/retry`);
    expect([again.status, again.body.error.code]).to.deep.equal([409, 'CONFLICT']);
  });

  it('obeys a rate limit and its own ladder, whichever is later (rate_limited)', async () => {
    const { client, post } = await failing('rate_limited');
    const due = await retryAwaited(client, post.id, 1);
    expect(due - (await client.now()).getTime()).to.be.above(1.5 * 60_000);
    await advanceTo(client, due);
    await expectPublishedOnce(client, await ended(client, post.id));
  });

  const words: Readonly<Record<string, Readonly<Record<(typeof trio)[number], RegExp>>>> = {
    forbidden: { TWITTER: /not permitted/i, MASTODON: /not allowed/i, BLUESKY: /./ },
    media_rejected: { TWITTER: /media ids/i, MASTODON: /./, BLUESKY: /./ },
    duplicate: { TWITTER: /duplicate content/i, MASTODON: /./, BLUESKY: /./ },
  };
  for (const [fault, said] of Object.entries(words)) {
    it(`fails at once in the platform's own words where it refuses (${fault})`, async () => {
      const { client, post } = await failing(fault);
      const end = await ended(client, post.id);
      for (const platform of trio) {
        const destination = end.platforms.find((one) => one.platform === platform.toLowerCase());
        expect(destination?.error?.message, platform).to.match(said[platform]);
        expect(destination?.retryCount, platform).to.equal(0);
        expect(await client.objects(platform)).to.deep.equal([]);
      }
      expect(end.status).to.equal('failed');
    });
  }

  it('renews a token that ran out by itself', async () => {
    const bare = await service.workspace([]);
    const wish = { platform: 'TWITTER', tokenExpiresInSeconds: 60 };
    const { id: accountId } = await bare.expect<{ id: string }>(201, 'POST', '/sandbox/accounts', wish);
    await bare.advance(3600);
    const post = await bare.publish('With a new token', { accountIds: [accountId] });
    expect(await ended(bare, post.id)).to.include({ status: 'published' });
    expect(await bare.objects('TWITTER')).to.have.length(1);
  });

  it('renews a refused token, and reports where only the person can (token_expired)', async () => {
    const { client, post } = await failing('token_expired');
    const end = await ended(client, post.id);
    const ends = end.platforms.map(({ platform, status, error }) => [platform, status, error?.code ?? null]);
    // Mastodon gives no refresh tokens: what it refuses stays refused until the person comes.
    expect(ends).to.have.deep.members([
      ['twitter', 'published', null],
      ['mastodon', 'failed', 'ACCOUNT_DISCONNECTED'],
      ['bluesky', 'published', null],
    ]);
    const account = await client.expect<{ status: string }>(
      200,
      'GET',
      `/accounts/${client.accounts(['MASTODON'])[0]}`,
    );
    expect(account.status).to.match(/^expired$/i);
    expect(await client.objects('TWITTER')).to.have.length(1);
  });

  it('renews a token that dies between the post and its first comment', async () => {
    const client = await service.workspace(['LINKEDIN']);
    await client.fault('LINKEDIN', 'token_expired', 1, 'comment');
    const more = { accountIds: client.accounts(['LINKEDIN']), firstComment: 'The first word', firstCommentDelay: 0 };
    const post = await client.publish('With a comment', more);
    await until('the comment is there', async () => (await client.objects('LINKEDIN')).length === 2, 30_000);
    const objects = await client.objects('LINKEDIN');
    expect(objects.map(({ text }) => text)).to.have.members(['With a comment', 'The first word']);
    const account = await client.expect<{ status: string }>(
      200,
      'GET',
      `/accounts/${client.accounts(['LINKEDIN'])[0]}`,
    );
    expect(account.status).to.match(/^active$/i);
    expect(await ended(client, post.id)).to.include({ status: 'published' });
  });

  it('tells people of a platform by its name, never by an address', async () => {
    const { client, post } = await failing('forbidden');
    for (const { error } of (await ended(client, post.id)).platforms) {
      expect(error?.message).to.match(/^(X \(Twitter\)|Mastodon|Bluesky) answered 40\d: /);
      expect(error?.message).not.to.match(/127\.0\.0\.1|localhost/);
    }
  });

  it('retries what the platform never answered and does not hold (timeout)', async () => {
    const { client, post } = silent;
    let now = post;
    await until(
      'the post has ended',
      async () => {
        now = await client.post(post.id);
        // Other tests advance the same clock, so some destinations may be through already.
        const due = now.platforms.flatMap(({ nextAttemptAt }) => nextAttemptAt ?? []).map(Date.parse);
        if (due.length > 0) await advanceTo(client, Math.max(...due));
        return hasEnded(now);
      },
      60_000,
    );
    for (const { retryCount, platform } of now.platforms) expect(retryCount, platform).to.equal(1);
    await expectPublishedOnce(client, now);
  });
});
