import { expect } from 'chai';
import { until } from '../../support/until.ts';
import { clientOf } from '../engine/client.ts';
import type { LiveObject, World } from '../engine/world.ts';
import { redirectUri, type LiveService } from '../service/live-service.ts';
import type { MediaOf } from './media.ts';
import type { Connected, Post, Published, Scenario } from './scenario.ts';
import type { Body, LiveWorkspace } from './workspace.ts';
import { patience } from './patience.ts';

/** A person opens the consent page and agrees: the parameters with which the platform sends them back. */
const consented = async (live: LiveService, url: string): Promise<URLSearchParams> => {
  const answer = await live.visit(url);
  if (answer.status !== 302) throw new Error(`the consent page of ${url} answered ${answer.status}: ${answer.text}`);
  const back = new URL(answer.location);
  expect(`${back.origin}${back.pathname}`, 'where the platform sends the person').to.equal(redirectUri);
  return back.searchParams;
};

const connected = async (live: LiveService, workspace: LiveWorkspace, scenario: Scenario): Promise<Body> => {
  const { platform, asks = {}, credentials, tokens } = scenario;
  if (credentials ?? tokens) {
    const world = live.server.world(platform);
    const body = { platform, ...tokens?.(world), ...(credentials && { credentials: credentials(world) }) };
    return workspace.expected(200, 'POST /accounts/store-oauth-tokens', body);
  }
  const asked = await workspace.expected(200, `POST /accounts/connect/${platform}`, { redirectUri, ...asks });
  const back = await consented(live, String(asked['authorizationUrl']));
  const [code, state, iss] = [back.get('code'), back.get('state'), back.get('iss')];
  expect(state, 'the state that comes back').to.equal(asked['state']);
  const done = { code, state, redirectUri, ...(iss !== null && { iss }) };
  return (await workspace.expected(200, `POST /accounts/callback/${platform}`, done))['account'];
};

const chosen = async (workspace: LiveWorkspace, id: string, name: string): Promise<void> => {
  const listed = (await workspace.expected(200, `GET /accounts/${id}/pages`))['pages'] as {
    id: string;
    name: string;
  }[];
  const page = listed.find((each) => each.name.includes(name));
  if (!page) throw new Error(`no destination is called ${name}: ${JSON.stringify(listed)}`);
  await workspace.expected(200, `POST /accounts/${id}/select-page`, { pageId: page.id });
};

const filesOf: Readonly<Partial<Record<Post['kind'], readonly ('image' | 'other image' | 'video')[]>>> = {
  TEXT: [],
  THREAD: [],
  IMAGE: ['image'],
  CAROUSEL: ['image', 'other image'],
  STORY: ['image'],
};

const published = async (of: Connected, scenario: Scenario, post: Post, media: MediaOf): Promise<Published> => {
  const { workspace, id: accountId } = of;
  const content = `A ${post.kind.toLowerCase()} for ${scenario.platform.toLowerCase()} #${Math.floor(Math.random() * 1e9)}`;
  const files = await Promise.all((filesOf[post.kind] ?? ['video']).map((kind) => media(workspace, kind)));
  const texts = post.kind === 'THREAD' ? [content, `Second of ${content}`, `Third of ${content}`] : [];
  const before = new Set(of.world.objects.keys());
  const made = await workspace.expected(201, 'POST /posts', {
    content,
    contentType: post.kind,
    accountIds: [accountId],
    ...(files.length > 0 && { mediaIds: files.map(({ id }) => id) }),
    ...(texts.length > 0 && { threadItems: texts.map((text, index) => ({ sequence: index + 1, content: text })) }),
    ...(post.metadata && { platformMetadata: { [scenario.platform]: post.metadata } }),
    ...(post.firstComment && { firstComment: `Under ${content}`, firstCommentDelay: 0 }),
  });
  const asked = workspace.expected(200, `POST /posts/${made['id']}/publish?sync=true&timeout=30`);
  const added = () => of.world.of('post').filter(({ id }) => !before.has(id));
  const { confirms } = scenario;
  // The next message of an album goes out once the one before is known to have gone out.
  const messages = confirms ? Math.max(1, files.length) : 0;
  for (let count = 0; count < messages; count += 1) {
    await until('the platform has the post', () => added().length > count, patience.ms);
    const last = added()[count];
    if (last) await confirms?.(of, last);
  }
  let body = await asked;
  const isPublished = async () => {
    body = await workspace.expected(200, `GET /posts/${made['id']}`);
    return body['status'] === 'published';
  };
  if (confirms) await until('the post is published', isPublished, 60_000);
  expect(body['status'], JSON.stringify(body['platforms'])).to.equal('published');
  const nativeId = String(body['platforms'][0]['platformPostId'] ?? '');
  const held = of.world
    .of('post')
    .find((object) => (post.isWordless ? object.id === nativeId : object.text.includes(content)));
  if (!held) throw new Error(`the platform does not have the post: ${JSON.stringify(of.world.of('post'))}`);
  expect(nativeId, 'the id of the post').to.equal(held.more['shownAs'] ?? held.id);
  const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);
  if (files.length > 0)
    expect(sum(added().map(({ mediaBytes }) => mediaBytes)), 'the bytes of the media').to.equal(
      sum(files.map(({ sizeBytes }) => sizeBytes)),
    );
  const replies = texts.slice(1).map((text) => commented(of.world, text));
  for (const [index, reply] of replies.entries())
    expect(reply?.parent, `what item ${index + 2} of the thread continues`).to.equal((replies[index - 1] ?? held).id);
  if (post.firstComment)
    await until('the first comment is there', () => commented(of.world, `Under ${content}`) !== undefined, patience.ms);
  const items = [...added(), ...replies].flatMap((each) => each?.id ?? []);
  return { id: String(made['id']), nativeId, items, body };
};

const commented = (world: World, text: string): LiveObject | undefined =>
  world.of('comment').find((object) => object.text.includes(text));

const discussed = async (of: Connected, { comments }: Scenario, post: Published): Promise<void> => {
  const { workspace, world, id } = of;
  const held = world.of('post').find((object) => (object.more['shownAs'] ?? object.id) === post.nativeId);
  const { visitor = '7000001', commentId } = comments ?? {};
  world.newAccount(visitor, 'visitor.example', 'A visitor');
  const words = `Is it any good? ${Math.floor(Math.random() * 1e9)}`;
  const theirs = world.put({
    kind: 'comment',
    account: visitor,
    text: words,
    parent: held?.id ?? post.nativeId,
    ...(commentId && { id: commentId(world) }),
  });
  await workspace.expected(200, `POST /accounts/${id}/comments/sync`);
  const listed = (await workspace.expected(200, `GET /posts/${post.id}/comments`))['data'] as Body[];
  const read = listed.find((each) => each['content'] === words);
  if (!read) throw new Error(`the comment was not read: ${JSON.stringify(listed)}`);
  expect(read['platformCommentId']).to.equal(theirs.more['shownAs'] ?? theirs.id);
  expect(read['platformPostId']).to.equal(post.nativeId);
  const answer = `Yes, very ${Math.floor(Math.random() * 1e9)}`;
  await workspace.asPerson(200, `POST /inbox/comments/${read['id']}/reply`, { content: answer });
  const reply = commented(world, answer);
  if (!reply) throw new Error('the platform does not have the reply');
  expect(reply.parent, 'what the reply answers').to.equal(theirs.id);
  if (comments?.privately) {
    const words = `Between us ${Math.floor(Math.random() * 1e9)}`;
    await workspace.asPerson(200, `POST /inbox/comments/${read['id']}/private-reply`, { content: words });
    const sent = world.of('message').find((object) => object.text === words);
    expect(sent?.more['comment_id'], 'the comment that the message answers').to.equal(theirs.id);
  }
  if (!comments?.hides) return;
  await workspace.asPerson(200, `POST /inbox/comments/${read['id']}/hide`);
  expect(theirs.more['isHidden'], 'whether the platform hides the comment').to.equal(true);
};

const measured = async ({ workspace, id }: Connected, scenario: Scenario, post: Published): Promise<void> => {
  const { postFigures, accountFigures, platform } = scenario;
  if (postFigures) {
    const body = await workspace.expected(200, `POST /analytics/posts/${post.id}/refresh`);
    expect(body['errors'], 'errors of the figures').to.deep.equal([]);
    expect(body['platforms'][platform]['metrics']).to.deep.include(postFigures);
  }
  if (accountFigures) {
    const body = await workspace.expected(200, `POST /analytics/accounts/${id}/refresh`);
    expect(body['metrics']).to.deep.include(accountFigures);
  }
};

const renewed = async ({ workspace, world, id }: Connected, { refreshes, platform }: Scenario): Promise<void> => {
  if (refreshes === 'never') return;
  const before = [...world.tokens.keys()];
  await workspace.expected(200, `POST /accounts/${id}/refresh`);
  const added = [...world.tokens].filter(([token, { kind }]) => kind === 'access' && !before.includes(token));
  expect(added.length > 0, `whether ${platform} gave a new token`).to.equal(refreshes === 'renewed');
  // Tokens of before are refused from now on, so that all that follows has to use the new one.
  if (refreshes === 'renewed')
    for (const token of before) if (world.tokens.get(token)?.kind === 'access') world.tokens.delete(token);
};

const removed = async (of: Connected, { removes, platform }: Scenario, posts: readonly Published[]): Promise<void> => {
  for (const post of posts) {
    const body = await of.workspace.expected(200, `POST /posts/${post.id}/unpublish`);
    const result = body['results'][platform];
    const held = of.world.of('post').find((object) => (object.more['shownAs'] ?? object.id) === post.nativeId);
    if (removes === 'manual') expect(result['reason']).to.be.oneOf(['manual_removal_required', 'no_platform_post_id']);
    else if (removes === 'all' || result['success']) {
      expect(result, JSON.stringify(result)).to.include({ success: true });
      expect(held, 'the post on the platform').to.equal(undefined);
      expect(
        post.items.filter((item) => of.world.get(item)),
        'what is left of the post',
      ).to.deep.equal([]);
    }
  }
};

/** The account says that its platform reports what happens to it. */
const subscribed = async ({ workspace, id }: Connected): Promise<void> => {
  let incoming: unknown;
  const isReported = async () => {
    incoming = (await workspace.expected(200, `GET /accounts/${id}`))['incoming'];
    return (incoming as { by?: string } | undefined)?.by === 'webhooks';
  };
  await until('the account is subscribed', isReported, patience.ms).catch((error: unknown) => {
    throw new Error(`what comes in: ${JSON.stringify(incoming)}`, { cause: error });
  });
};

/** Everything that the service does on one platform, in a live workspace. Throws at the first difference. */
export const liveRun = async (
  live: LiveService,
  workspace: LiveWorkspace,
  scenario: Scenario,
  media: MediaOf,
): Promise<void> => {
  const { platform } = scenario;
  const { server } = live;
  const earlier = server.refusals.length;
  /** Rejects as soon as a server refuses something: nothing that is waited for will come. */
  const refused = async (): Promise<never> => {
    await server.refusedMoreThan(earlier);
    throw new Error('a server refuses what the service sends');
  };
  const step = async <T>(name: string, act: () => Promise<T>): Promise<T> => {
    try {
      const result = await Promise.race([act(), refused()]);
      expect(server.refusals.slice(earlier), 'what the servers refuse').to.deep.equal([]);
      return result;
    } catch (error) {
      const said = server.refusals.slice(earlier).join('\n');
      throw new Error(`${platform} ${name}: ${error instanceof Error ? error.message : String(error)}\n${said}`, {
        cause: error,
      });
    }
  };
  const account = await step('connect', () => connected(live, workspace, scenario));
  const number = server.world(platform).nextNumber();
  const of: Connected = {
    id: String(account['id']),
    username: String(account['username']),
    workspace,
    live,
    nativeId: [...server.world(platform).accounts.keys()].at(-1) ?? '',
    world: server.world(platform),
    clientSecret: clientOf(platform).secret,
    visitor: { id: number, username: `reporter${number}.example` },
  };
  if (scenario.shows) expect(account).to.deep.include(scenario.shows);
  const { destination } = scenario;
  if (destination !== undefined) await step('choose a destination', () => chosen(workspace, of.id, destination));
  const { subscribes } = scenario;
  if (subscribes !== undefined) await step('subscribe', () => subscribed(of));
  const posts: Published[] = [];
  for (const post of scenario.posts)
    posts.push(await step(`publish ${post.kind}`, () => published(of, scenario, post, media)));
  const [first] = posts;
  if (!first) throw new Error(`${platform} has no post`);
  if (scenario.comments) await step('comment', () => discussed(of, scenario, first));
  await step('insights', () => measured(of, scenario, first));
  const { reports, also } = scenario;
  if (reports) await step('receive', () => reports(of, first.nativeId));
  if (also) await step('and more', () => also(of, first.nativeId));
  await step('refresh', () => renewed(of, scenario));
  await step('unpublish', () => removed(of, scenario, posts));
  const before = server.exchanges.length;
  await step('disconnect', () => workspace.expected(200, `DELETE /accounts/${of.id}`));
  // The service does this after its answer.
  const isDone = (operation: string) => () =>
    server.exchanges
      .slice(before)
      .some((each) => each.platform === platform && each.operation.endsWith(operation) && each.status < 400);
  const isPasted = scenario.credentials !== undefined || scenario.tokens !== undefined;
  const isGivenBack = server.operationsOf(platform).includes('revoke') && !isPasted && !scenario.isKept;
  for (const operation of [...(subscribes === undefined ? [] : [subscribes]), ...(isGivenBack ? ['revoke'] : [])])
    await step(operation, () => until(`${operation} is answered`, isDone(operation), patience.ms));
};
