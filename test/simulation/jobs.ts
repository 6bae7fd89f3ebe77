import { bulkEndpoints } from '../../commands/bulk-generation/bulk-endpoints.ts';
import { creditMover } from '../../commands/credits/credits-of.ts';
import { cancelContactImport, startContactImport } from '../../commands/contacts/start-import.ts';
import { imageJobEndpoints } from '../../commands/image-jobs/image-job-endpoints.ts';
import type { WriteEndpoint } from '../../commands/kernel/endpoint.ts';
import { AiFailure, type ModelImage } from '../../domain/ai/ai-provider.ts';
import { bulkJob, type BulkJob } from '../../domain/bulk-generation/bulk-job.ts';
import { contactImport, type ContactImport } from '../../domain/contacts/contact-import.ts';
import { imageJob, type JobState } from '../../domain/image-jobs/image-job.ts';
import { post } from '../../domain/posts/post.ts';
import { bulkGeneration } from '../../processes/bulk-generation/bulk-generation.ts';
import { contactImports } from '../../processes/contacts/contact-imports.ts';
import { imageItems } from '../../processes/image-jobs/image-items.ts';
import { withPorts, type RunnableProcess } from '../../processes/kernel/process.ts';
import type { Fleet } from './fleet.ts';
import type { Mutation } from './mutation.ts';
import type { Payments } from './payments.ts';
import { People, type Answer, type PeopleWorld } from './people.ts';
import { remembering, stateOf } from './remembering.ts';
import { requestContext } from './request-context.ts';
import type { Service } from './service.ts';
import { workspaceId } from './simulated-platforms.ts';
import { bulkTextOf } from './texts.ts';

const second = 1_000;
const minute = 60_000;
const picture: ModelImage = { bytes: new Uint8Array(10), contentType: 'image/png', provider: 'p', model: 'm' };

export type ThereIs = Exclude<JobState, 'absent'>;

type JobsWorld = PeopleWorld & Readonly<{ mutation: Mutation | undefined; payments: Payments; accountId: string }>;

const deeds = [
  ...(['images', 'images', 'bulk', 'bulk', 'import', 'import', 'cancel', 'cancel'] as const),
  ...(['retry', 'retry', 'retry', 'resume', 'resume', 'take credits away'] as const),
];

/**
 * What a team asks for and pays with credits: images, and posts that are written for it; and files of contacts. Jobs
 * fail in parts, are retried, paused for want of credits, resumed and cancelled.
 */
export class Jobs {
  finished = false;
  /** Chance that the provider of texts and images fails. */
  trouble = 0;
  readonly #world: JobsWorld;
  readonly #people: People;
  #asked = 0;

  constructor(world: JobsWorld) {
    this.#world = world;
    this.#people = new People('jobs', 0, world);
  }

  processesFor(service: Service): readonly RunnableProcess[] {
    const { mutation } = this.#world;
    const office = this.#world.payments.creditsOver(service);
    const credits = mutation?.credits?.(office) ?? office;
    const storage = { put: async () => service.io('a write of a file', () => undefined) } as never;
    const asked = (signal: AbortSignal) => this.#provider(service, signal);
    return withPorts([imageItems, bulkGeneration, contactImports], {
      credits,
      storage,
      storedBytes: async () => 0,
      imageProvider: () =>
        ({ image: async (_: string, signal: AbortSignal) => (await asked(signal), picture) }) as never,
      bulkPosts: {
        exists: async ({ postId }) =>
          (await service.commands.load(remembering(post), postId, workspaceId)) !== undefined,
        write: async ({ jobId, index }, signal) =>
          (await this.#tried(asked(signal))) ?? { outcome: 'done', text: bulkTextOf(jobId, index) },
        picture: async (_, __, signal) => (await this.#tried(asked(signal))) ?? { outcome: 'done', image: picture },
        schedule: (wanted, text) => this.#schedule(service, wanted, text),
      },
      attachToPost: async () => ({ outcome: 'attached', reason: null }),
      prepareKeys: async () => undefined,
      forgetImport: async () => service.io('the forgetting of a key', () => undefined),
    });
  }

  /** Asks for jobs and changes its mind about them until `ends`. */
  async live(fleet: Fleet, ends: number): Promise<void> {
    const { dice, scheduler } = this.#world;
    for (let left = dice.between(3, 9); left > 0 && scheduler.now < ends && !this.#people.isDeleted; left--) {
      await scheduler.sleep(dice.oneOf([dice.between(10, 3 * second), dice.between(second, 3 * minute)]));
      await this.#do(fleet, dice.oneOf(deeds));
    }
    this.finished = true;
  }

  get imageJobs(): readonly ThereIs[] {
    return this.#all('ImageJobSubmitted').flatMap((stream) => {
      const state = stateOf(imageJob, this.#world.log.of(stream));
      return state === 'absent' ? [] : [state];
    });
  }

  get bulkJobs(): readonly BulkJob[] {
    return this.#all('BulkJobQueued').flatMap((stream) => stateOf(bulkJob, this.#world.log.of(stream)) ?? []);
  }

  get imports(): readonly ContactImport[] {
    return this.#all('ContactImportOpened').flatMap(
      (stream) => stateOf(contactImport, this.#world.log.of(stream)) ?? [],
    );
  }

  #all(type: string): readonly string[] {
    return this.#world.log.log.flatMap((event) => (event.type === type ? [event.stream] : []));
  }

  async #do(fleet: Fleet, deed: (typeof deeds)[number]): Promise<Answer | undefined> {
    const { dice, scheduler } = this.#world;
    const number = (this.#asked += 1);
    switch (deed) {
      case 'images': {
        const posts = Array.from({ length: dice.between(1, 4) }, (_, index) => ({
          postId: `post-${index}`,
          promptText: `a picture ${number}/${index}`,
        }));
        return this.#request(fleet, 'submitImageJob', { body: { posts } });
      }
      case 'bulk': {
        const dates = Array.from({ length: dice.between(1, 4) }, () =>
          new Date(scheduler.now + dice.between(second, 40 * minute)).toISOString(),
        );
        const { accountId } = this.#world;
        const body = { accountId, platform: this.#platform, totalPosts: dates.length, scheduledDates: dates };
        const answer = await this.#request(fleet, 'createBulkJob', { body: { ...body, generateImages: false } });
        if (dice.chance(0.5)) return answer;
        // A job without credits is paused.
        await scheduler.sleep(dice.between(10, 2 * second));
        return this.#takeCreditsAway(fleet);
      }
      case 'import': {
        const lines = Array.from(
          { length: dice.between(1, 5) },
          () => `FACEBOOK,person-${dice.between(1, 6)},N${number}`,
        );
        const csv = `platform,platformId,displayName\n${lines.join('\n')}\n`;
        return this.#request(fleet, 'startContactImport', { body: { csv } });
      }
      case 'cancel': {
        const jobs = [
          ...this.imageJobs.map(({ jobId }) => ['cancelImageJob', { jobId }] as const),
          ...this.bulkJobs.map(({ jobId }) => ['cancelBulkJob', { jobId }] as const),
          ...this.imports.map(({ importId: id }) => ['cancelContactImport', { id }] as const),
        ];
        if (jobs.length === 0) return undefined;
        const [name, params] = dice.oneOf(jobs);
        return this.#request(fleet, name, { params });
      }
      case 'take credits away':
        return this.#takeCreditsAway(fleet);
      case 'retry': {
        const failed = this.imageJobs.flatMap(({ jobId, items }) =>
          Object.entries(items).flatMap(([itemId, { status }]) => (status === 'FAILED' ? [{ jobId, itemId }] : [])),
        );
        return failed.length === 0 ? undefined : this.#request(fleet, 'retryImageItem', { params: dice.oneOf(failed) });
      }
      default: {
        const paused = this.bulkJobs.filter(({ status }) => status === 'PAUSED');
        if (paused.length === 0) return undefined;
        return this.#request(fleet, 'resumeBulkJob', { params: { jobId: dice.oneOf(paused).jobId } });
      }
    }
  }

  /** Few are left, and what was set aside is gone. */
  #takeCreditsAway(fleet: Fleet): Promise<Answer> {
    return this.#people.ask(fleet, 'take credits away', async (service, requestId, now) => {
      const by = creditMover(requestContext(service, { requestId, now, userId: 'person' }));
      const cause = { kind: 'sandbox', id: requestId } as const;
      await this.#world.payments.creditsOver(service).setBalance(this.#world.dice.between(1, 20), cause, by);
    });
  }

  get #platform() {
    return this.#world.accountId.toUpperCase();
  }

  #request(fleet: Fleet, name: string, given: Readonly<{ params?: object; body?: object }>): Promise<Answer> {
    return this.#people.ask(fleet, name, async (service, requestId, now) => {
      const credits = this.#world.payments.creditsOver(service);
      const office = this.#world.mutation?.credits?.(credits) ?? credits;
      const names = { provider: 'p', model: 'm', imageModel: 'i' } as never;
      const endpoints: readonly WriteEndpoint[] = [
        ...imageJobEndpoints({ credits: office, namesOf: () => names }),
        ...bulkEndpoints({ credits: office, accountOf: async () => ({ platform: this.#platform as never }) }),
        startContactImport,
        cancelContactImport,
      ];
      const endpoint = endpoints.find(({ id }) => id === name);
      if (!endpoint) throw new Error(`there is no endpoint ${name}`);
      const asked = { params: {}, query: {}, body: {}, header: () => undefined, ...given };
      await endpoint.run(asked as never, requestContext(service, { requestId, now, userId: 'person' }));
    });
  }

  #provider({ way }: Service, signal: AbortSignal): Promise<void> {
    const { dice } = this.#world;
    return new Promise((resolve, reject) => {
      const given = (): void => reject(new AiFailure('cancelled', 'no request waits for it'));
      signal.addEventListener('abort', given, { once: true });
      way.after(dice.between(10, dice.chance(0.2) ? 20 * second : second), () => {
        signal.removeEventListener('abort', given);
        if (way.dies('as the provider of texts answers')) return;
        if (dice.chance(this.trouble)) reject(new AiFailure('refused', 'The provider refused'));
        else resolve();
      });
    });
  }

  /** A failure of the provider is one of the item. */
  #tried(asked: Promise<void>): Promise<Readonly<{ outcome: 'failed'; reason: string }> | undefined> {
    return asked.then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof AiFailure && error.kind !== 'cancelled')
          return { outcome: 'failed', reason: error.message };
        throw error;
      },
    );
  }

  /** As `infra/adapters/posts` creates the post of a job: a draft, so that nothing but the job moves it. */
  async #schedule(
    { commands }: Service,
    { jobId, index, postId, now }: Readonly<{ jobId: string; index: number; postId: string; now: string }>,
    text: string,
  ): Promise<Readonly<{ outcome: 'done' }>> {
    const meta = { workspaceId, mode: 'live', actor: { kind: 'process', id: 'bulk' }, $correlationId: jobId } as const;
    const content = { content: text, contentType: 'TEXT', media: [], overrides: {}, threadItems: [] } as const;
    const command = {
      type: 'create',
      postId,
      destinations: [],
      scheduledFor: null,
      saveAsDraft: true,
      accounts: new Map(),
      content: {
        ...content,
        firstComment: null,
        firstCommentDelay: 0,
        personaId: null,
        platformMetadata: {},
        metadata: {},
      },
      createdById: null,
      now,
    } as const;
    const context = { commandId: `${jobId}/${index}`, meta: { ...meta, occurredAt: now } };
    await commands.handle(remembering(post), postId, command as never, context);
    return { outcome: 'done' };
  }
}
