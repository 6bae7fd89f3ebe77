import { z } from 'zod';
import type { Platform } from '../../../../domain/platforms/platform.ts';
import type { SandboxWorld } from '../platform.ts';
import type { JsonObject, SandboxMedia } from '../store.ts';
import { missingObject, Refusal } from './graph-errors.ts';
import type { MetaSession } from './session.ts';
import { day } from './tokens.ts';

const Container = z.object({
  id: z.string(),
  owner: z.string(),
  type: z.enum(['TEXT', 'IMAGE', 'VIDEO', 'REELS', 'CAROUSEL']),
  text: z.string(),
  media: z.array(z.object({ type: z.string(), url: z.string() })),
  child: z.boolean(),
  /** The post that it answers. */
  parent: z.string().nullable(),
  request: z.record(z.string(), z.json()),
  /** ISO 8601; null while its bytes are missing. */
  readyAt: z.string().nullable(),
  /**
   * For a video whose bytes are missing: how many have arrived, and the format that its first bytes
   * show.
   */
  received: z.number(),
  format: z.string(),
  expiresAt: z.string(),
  fails: z.boolean(),
  published: z.boolean(),
});
export type Container = Omit<z.infer<typeof Container>, 'media' | 'request'> &
  Readonly<{ media: readonly SandboxMedia[]; request: JsonObject }>;

export type ContainerStatus = 'IN_PROGRESS' | 'FINISHED' | 'ERROR' | 'EXPIRED' | 'PUBLISHED';

/** How long Meta processes a container here, well under two seconds. */
const workMs = { TEXT: 0, IMAGE: 300, CAROUSEL: 300, VIDEO: 1200, REELS: 1200 } as const;

export const saveContainer = (world: SandboxWorld, platform: Platform, container: Container): Promise<void> =>
  world.store.putRecord(platform, 'container', container.id, container);

export type NewContainer = Pick<Container, 'id' | 'type' | 'text' | 'media' | 'child' | 'parent' | 'request'> &
  Readonly<{ fails: boolean; awaitsBytes?: boolean; notBefore?: string | undefined }>;

/** When a container started now is ready, or one whose children are finished. */
const readyAfter = (world: SandboxWorld, { type, notBefore }: NewContainer): string => {
  const from = Math.max(world.now().getTime(), notBefore === undefined ? 0 : Date.parse(notBefore));
  return new Date(from + workMs[type]).toISOString();
};

export const startContainer = async (session: MetaSession, wanted: NewContainer): Promise<Container> => {
  const { world } = session.call;
  const { awaitsBytes = false, notBefore: _notBefore, ...rest } = wanted;
  const container: Container = {
    ...rest,
    owner: session.account.nativeId,
    readyAt: awaitsBytes ? null : readyAfter(world, wanted),
    expiresAt: new Date(world.now().getTime() + day * 1000).toISOString(),
    received: 0,
    format: '',
    published: false,
  };
  await saveContainer(world, session.account.platform, container);
  return container;
};

/** The bytes have arrived. */
export const fillContainer = async (session: MetaSession, container: Container, type: string): Promise<void> => {
  const { world } = session.call;
  const platform = session.account.platform;
  const url = `${world.origin}/sandbox/${platform.toLowerCase()}/scontent.cdninstagram.com/v/${container.id}`;
  await saveContainer(world, platform, {
    ...container,
    media: [{ type, url }],
    readyAt: new Date(world.now().getTime() + workMs[container.type]).toISOString(),
  });
};

export const containerOf = async ({ call, account }: MetaSession, id: string): Promise<Container> => {
  const found = Container.safeParse(await call.world.store.record(account.platform, 'container', id)).data;
  if (!found || found.owner !== account.nativeId) throw new Refusal(missingObject(call.request.method, id));
  return found;
};

export const statusOf = (world: SandboxWorld, container: Container): ContainerStatus => {
  const now = world.now().getTime();
  if (container.published) return 'PUBLISHED';
  if (Date.parse(container.expiresAt) <= now) return 'EXPIRED';
  if (container.readyAt === null || Date.parse(container.readyAt) > now) return 'IN_PROGRESS';
  return container.fails ? 'ERROR' : 'FINISHED';
};
