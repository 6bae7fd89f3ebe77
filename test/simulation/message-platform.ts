import type { Messaging } from '../../domain/contacts/messaging.ts';
import type { Found } from '../../domain/platforms/publisher.ts';
import { PlatformError } from '../../domain/platforms/platform-error.ts';
import type { Coverage } from './coverage.ts';
import type { Dice } from './dice.ts';
import type { Scheduler } from './scheduler.ts';
import type { Service } from './service.ts';

const second = 1_000;
/** When `infra/adapters/comments/community-calls.ts` gives a silent call up. */
const patience = 25 * second;
/** What a call takes at most to be carried out: less than `messageCallMs` allows. */
const slowest = 27 * second;

/** A message that the platform delivered. */
export type Delivered = Readonly<{ key: string; to: string; text: string; at: string }>;

type PlatformWorld = Readonly<{ scheduler: Scheduler; dice: Dice; coverage: Coverage }>;

const unanswered = () => new PlatformError('unknown', 'PUBLISH_ERROR', 'The platform did not answer');

const refusals = {
  busy: () => new PlatformError('not_stored', 'PLATFORM_RATE_LIMIT', 'Slow down', { retryAfterSeconds: 30 }),
  expired: () => new PlatformError('unauthorized', 'PUBLISH_ERROR', 'The token expired'),
  forbidden: () => new PlatformError('refused', 'PUBLISH_ERROR', 'Forbidden'),
} as const;

const kinds = ['cut before', 'cut after', 'silence', 'busy', 'expired', 'forbidden'] as const;

/** The direct messages of one run's platform, behind a network that delays, loses and cuts. */
export class MessagePlatform {
  /** Chance that a call goes wrong. */
  trouble = 0;
  readonly delivered: Delivered[] = [];
  readonly #world: PlatformWorld;

  constructor(world: PlatformWorld) {
    this.#world = world;
  }

  over(service: Service): Messaging {
    return {
      send: ({ platformId }, text, key) => this.#send(service, { key, to: platformId, text }),
      find: ({ platformId }, { text, sentAt, known }) =>
        this.#look(service, ({ key, ...each }) => {
          const isIt = each.to === platformId && each.text === text && each.at >= sentAt;
          return isIt && !known.includes(key);
        }),
    };
  }

  #send({ way }: Service, message: Omit<Delivered, 'at'>) {
    const { dice, scheduler, coverage } = this.#world;
    const fault = dice.chance(this.trouble) ? dice.oneOf(kinds) : undefined;
    if (fault) coverage.count(`fault: message ${fault}`);
    const deliver = (): void => void this.delivered.push({ ...message, at: new Date(scheduler.now).toISOString() });
    return new Promise<{ nativeId: string; kind: 'message' }>((resolve, reject) => {
      if (way.dies('as a message leaves')) return;
      if (fault === 'silence') {
        if (dice.chance(0.5)) scheduler.after(dice.between(1, slowest), deliver);
        return void way.after(patience, () => reject(unanswered()));
      }
      scheduler.after(dice.between(1, 100), () => {
        if (fault === undefined || fault === 'cut after') deliver();
        way.after(dice.between(1, 100), () => {
          if (way.dies('as a message is answered')) return;
          if (fault === undefined) resolve({ nativeId: message.key, kind: 'message' });
          else reject(fault === 'cut before' || fault === 'cut after' ? unanswered() : refusals[fault]());
        });
      });
    });
  }

  #look({ way }: Service, isIt: (message: Delivered) => boolean): Promise<Found> {
    const { dice, scheduler } = this.#world;
    const isCut = dice.chance(this.trouble);
    return new Promise((resolve, reject) => {
      scheduler.after(dice.between(1, 100), () => {
        const found = this.delivered.find(isIt);
        way.after(dice.between(1, 100), () => {
          if (isCut) reject(unanswered());
          else if (!found) resolve({ outcome: 'not_published' });
          else resolve({ outcome: 'published', object: { nativeId: found.key, kind: 'message' } });
        });
      });
    });
  }
}
