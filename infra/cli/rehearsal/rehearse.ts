import { renewalOf } from '../../../domain/accounts/token-lifetime.ts';
import { checkContent } from '../../../domain/content/content-check.ts';
import type { Community } from '../../../domain/platforms/community.ts';
import type { Platform } from '../../../domain/platforms/platform.ts';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import type { MediaFile, NativeObject, Rendered, RunContext } from '../../../domain/platforms/publisher.ts';
import type { PlatformAdapter } from '../../outside/platforms/adapter.ts';
import { connect, type Connected, type Consent } from './connect.ts';
import { mediaFile } from './media-files.ts';
import { metadataOf, unreadable, withoutComments, type Environment } from './needs.ts';
import { OneRun, type Clock } from './one-run.ts';
import type { Recorder } from './recorder.ts';
import { LeftOut, Steps, type Step } from './steps.ts';

export type RehearsalOptions = Readonly<{
  platform: Platform;
  adapter: PlatformAdapter;
  recorder: Recorder;
  env: Environment;
  consent: Consent;
  isSandbox: boolean;
  /** For how long comments of others are waited for. */
  waitMs: number;
  /** Said as each step ends. */
  onStep(step: Step): void;
  /** Called when comments of others may come. */
  onWaiting?(post: NativeObject): Promise<void> | void;
  clock: Clock;
  signal: AbortSignal;
}>;

export type Outcome = Readonly<{
  steps: readonly Step[];
  /** What could not be removed. */
  remains: readonly NativeObject[];
}>;

const pollMs = 2_000;
/** Lists lag. */
const looks = 5;

type Sent = Readonly<{ what: string; run: OneRun; rendered: Rendered }>;
type Published = Sent & Readonly<{ objects: readonly NativeObject[] }>;

/** Walks through everything that the service does with an account of one platform, and removes it again. */
class Rehearsal {
  readonly #options: RehearsalOptions;
  readonly #steps: Steps;
  readonly #sent: Sent[] = [];

  constructor(options: RehearsalOptions) {
    this.#options = options;
    this.#steps = new Steps(options);
  }

  async whole(): Promise<Outcome> {
    const connected = await this.#steps.take('connect', () => this.#connect());
    if (!connected) return { steps: this.#steps.ended, remains: [] };
    const { value: account } = connected;
    try {
      const published = await this.#publishAll(account);
      for (const post of published) await this.#readBack(post);
      const [first] = published;
      if (first) await this.#talk(first);
      await this.#readAccount(account);
      await this.#renew(account);
    } finally {
      await this.#removeAll(account);
    }
    return { steps: this.#steps.ended, remains: this.#remains };
  }

  #remains: readonly NativeObject[] = [];

  async #connect(): Promise<readonly [string, Connected]> {
    const { platform, adapter, env, consent, isSandbox, recorder } = this.#options;
    const connected = await connect(platform, adapter.connector, { env, consent, isSandbox });
    const { credentials } = connected.grant;
    recorder.hide([credentials.accessToken, credentials.refreshToken]);
    const { account } = connected;
    return [`${account.username}${account.page ? `, ${account.page.name ?? account.page.id}` : ''}`, connected];
  }

  #context({ account, grant }: Connected, signal = this.#options.signal) {
    return {
      account,
      credentials: grant.credentials,
      signal,
      now: () => this.#options.clock.now(),
      wait: (milliseconds: number) => this.#options.clock.wait(milliseconds, signal),
    };
  }

  async #publishAll(connected: Connected): Promise<readonly Published[]> {
    const { env } = this.#options;
    const nothing = async (): Promise<readonly MediaFile[]> => [];
    const posts = [
      { what: 'text', media: nothing },
      { what: 'image', media: async () => [await mediaFile('REHEARSE_IMAGE', env)] },
      { what: 'video', media: async () => [await mediaFile('REHEARSE_VIDEO', env)] },
    ];
    const published: Published[] = [];
    for (const { what, media } of posts) {
      const done = await this.#steps.take(`publish ${what}`, () => this.#publish(connected, what, media));
      if (done) published.push(done.value);
    }
    return published;
  }

  async #publish(
    { account, grant }: Connected,
    what: string,
    media: () => Promise<readonly MediaFile[]>,
  ): Promise<readonly [string, Published]> {
    const { platform, adapter, env, signal, clock } = this.#options;
    const text = `Rehearsal of ${what}, ${clock.now().toISOString().slice(0, 19)}`;
    const metadata = metadataOf(platform, { title: text, hasPage: account.page !== undefined }, env);
    // The rules are asked first with a file of the kind, so that a platform without it asks for none.
    const kind = { text: undefined, image: 'image/jpeg', video: 'video/mp4' }[what];
    const facts = kind === undefined ? [] : [{ contentType: kind }];
    const check = checkContent({ platform, text, media: facts, metadata });
    const [problem] = check.errors;
    if (problem) throw new LeftOut(problem.message);
    const isDoubtful = check.warnings.some(({ code }) => code === 'MEDIA_MAY_BE_REJECTED');
    const files = await media();
    const contentType = what === 'text' ? 'TEXT' : what === 'image' ? 'IMAGE' : 'VIDEO';
    const rendered: Rendered = { platform, contentType, text, media: files, thread: [], metadata };
    const run = new OneRun({ account, credentials: grant.credentials }, clock, signal);
    this.#sent.push({ what, run, rendered });
    const objects = await adapter.publisher.publish(rendered, run.run).catch((error: unknown) => {
      // The platform documents that it takes no such file: its answer is recorded, and proves that.
      if (isDoubtful && error instanceof PlatformError && error.code === 'MEDIA_REJECTED')
        throw new LeftOut(error.message);
      throw error;
    });
    return [objects.map(({ nativeId, url }) => url ?? nativeId).join(', '), { what, run, rendered, objects }];
  }

  async #readBack({ what, run, rendered, objects }: Published): Promise<void> {
    const { adapter, clock, signal } = this.#options;
    const [post] = objects;
    await this.#steps.take(`look for the ${what}`, async () => {
      this.#requireReading(run);
      for (let look = 1; ; look += 1) {
        const found = await run.look(adapter.publisher, rendered);
        if (found?.outcome === 'cannot_tell') throw new LeftOut(found.message);
        if (found?.outcome === 'published' && found.object.nativeId === post?.nativeId)
          return ['found by the look for lost answers', undefined];
        if (look === looks || found?.outcome === 'published')
          throw new Error(found?.outcome === 'published' ? `found ${found.object.nativeId} instead` : 'not found');
        await clock.wait(pollMs, signal);
      }
    });
    await this.#offered(`figures of the ${what}`, 'postMetrics', run, async (read, context) => {
      if (!post) throw new LeftOut('the platform named no object');
      return JSON.stringify(await read(post, context));
    });
  }

  /** A step that a platform without the call leaves out. */
  async #offered<Name extends keyof Community>(
    step: string,
    name: Name,
    of: OneRun,
    act: (call: NonNullable<Community[Name]>, context: OneRun['run']) => Promise<string>,
  ): Promise<void> {
    const { community } = this.#options.adapter;
    await this.#steps.take(step, async () => {
      const call = community[name];
      if (!call) throw new LeftOut('the platform has no such call');
      return [await act(call.bind(community) as NonNullable<Community[Name]>, of.run), undefined];
    });
  }

  async #talk({ run, objects }: Published): Promise<void> {
    const { adapter, waitMs, onWaiting, clock, signal } = this.#options;
    const [post] = objects;
    if (!post) return;
    await this.#steps.take('comment', async () => {
      if (adapter.publisher.commentSupport(run.run.account) === 'no')
        throw new LeftOut('the platform has no first comments');
      this.#requireComments();
      const { nativeId, url } = await adapter.publisher.comment(post, 'A comment of a rehearsal', run.run);
      return [url ?? nativeId, undefined];
    });
    await this.#offered('receive', 'comments', run, async (comments, context) => {
      this.#requireComments();
      this.#requireReading(run);
      await onWaiting?.(post);
      const until = clock.now().getTime() + waitMs;
      for (;;) {
        const { items } = await comments(post, {}, context);
        const [first] = items;
        if (first) {
          const { reply } = adapter.community;
          if (reply)
            await context.send('reply', () => reply.call(adapter.community, post, first.nativeId, 'Thanks', context));
          return `${items.length} comments of others${reply ? ', the first is answered' : ''}`;
        }
        if (clock.now().getTime() >= until) return 'no comments of others';
        await clock.wait(Math.min(pollMs, waitMs), signal);
      }
    });
  }

  #requireComments(): void {
    const reason = withoutComments[this.#options.platform];
    if (reason !== undefined) throw new LeftOut(reason);
  }

  #requireReading({ run: { account } }: OneRun): void {
    const reason = account.page ? undefined : unreadable[this.#options.platform];
    if (reason !== undefined) throw new LeftOut(reason);
  }

  async #readAccount(connected: Connected): Promise<void> {
    const { account, grant } = connected;
    const { clock, signal } = this.#options;
    const reader = new OneRun({ account, credentials: grant.credentials }, clock, signal);
    await this.#offered('mentions', 'mentions', reader, async (read, context) => {
      return `${(await read({}, context)).items.length} mentions`;
    });
    await this.#offered('reviews', 'reviews', reader, async (read, context) => {
      return `${(await read({}, context)).items.length} reviews`;
    });
    await this.#offered('figures of the account', 'accountMetrics', reader, async (read, context) =>
      JSON.stringify(await read(context)),
    );
  }

  async #renew(connected: Connected): Promise<void> {
    await this.#steps.take('renew the token', async () => {
      const { platform } = this.#options;
      const { account, grant, isOwn } = connected;
      // A renewal may end the token that another program keeps.
      if (!isOwn) throw new LeftOut('the token was given, and a renewal may end it');
      if (grant.canAutoRefresh === false || renewalOf[platform] === 'none')
        throw new LeftOut('the platform renews no tokens');
      const renewed = await this.#options.adapter.connector.refresh(account, grant.credentials);
      this.#options.recorder.hide([renewed.credentials.accessToken, renewed.credentials.refreshToken]);
      this.#renewed = { ...connected, grant: renewed };
      return ['renewed', undefined];
    });
  }

  #renewed: Connected | undefined;

  /** The answer to this post was lost, so that it may be there. */
  async #findLost({ what, run, rendered }: Sent, context: RunContext): Promise<void> {
    await this.#steps.take(`look for the ${what} whose answer was lost`, async () => {
      for (let look = 1; ; look += 1) {
        const found = await run.look(this.#options.adapter.publisher, rendered, context);
        if (found?.outcome === 'published') return [found.object.url ?? found.object.nativeId, undefined];
        if (look === looks) throw new Error('it may be on the platform: look there');
        await context.wait(pollMs);
      }
    });
  }

  /** Also after an interruption: with a signal of its own. */
  async #removeAll(given: Connected): Promise<void> {
    const { publisher } = this.#options.adapter;
    const connected = this.#renewed ?? given;
    const context = this.#context(connected, AbortSignal.timeout(120_000));
    const remains: NativeObject[] = [];
    for (const { what, run, rendered } of [...this.#sent].reverse()) {
      if (run.isInDoubt) await this.#findLost({ what, run, rendered }, context);
      const objects = run.made;
      if (objects.length === 0) continue;
      const gone = await this.#steps.take(`remove ${objects[0]?.url ?? objects[0]?.nativeId ?? ''}`, async () => {
        const removals = await publisher.unpublish(objects, { ...context, publishedAt: run.run.startedAt });
        const left = removals.flatMap((removal) => (removal.removed ? [] : [removal]));
        for (const { nativeId } of left) remains.push(...objects.filter((object) => object.nativeId === nativeId));
        const [first] = left;
        if (first?.reason === 'manual_removal_required' || first?.reason === 'no_platform_post_id')
          throw new LeftOut(first.detail ?? 'the platform has no call that removes it');
        if (first) throw new Error(`${first.reason}: ${first.detail ?? first.halted?.message ?? ''}`);
        return [`${removals.length} removed`, undefined];
      });
      if (!gone) for (const object of objects) if (!remains.includes(object)) remains.push(object);
    }
    this.#remains = remains;
  }
}

export const rehearse = (options: RehearsalOptions): Promise<Outcome> => new Rehearsal(options).whole();
