import { z } from 'zod';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { Removal } from '../../../../domain/platforms/publisher.ts';
import { shaped } from '../shape.ts';
import { goneCode } from './errors.ts';
import type { Graph } from './graph.ts';

export const Made = z.object({ id: z.string() });
export const Done = z.object({ success: z.boolean() });

type At = Readonly<{ url: string; token: string; signal?: AbortSignal }>;

export const isGone = (error: unknown): boolean => error instanceof PlatformError && error.platformCode === goneCode;

const exists = async (graph: Graph, at: At): Promise<boolean> => {
  try {
    await graph({ ...at, method: 'GET', parameters: { fields: 'id' }, effect: 'read' });
    return true;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
};

/**
 * Deletes a node; one that no longer exists counts as deleted, and where the answer is lost the
 * node itself is fetched.
 */
export const removeNode = async (graph: Graph, nativeId: string, at: At): Promise<Removal> => {
  try {
    const reply = await graph({ ...at, method: 'DELETE', effect: 'send' });
    if (shaped(Done, reply, 'send').success) return { nativeId, removed: true };
    return { nativeId, removed: false, reason: 'delete_not_confirmed', detail: 'the platform answered success: false' };
  } catch (error) {
    if (isGone(error)) return { nativeId, removed: true };
    if (!(error instanceof PlatformError) || error.kind !== 'unknown') throw error;
    if (!(await exists(graph, at))) return { nativeId, removed: true };
    return { nativeId, removed: false, reason: 'delete_not_confirmed', detail: error.message };
  }
};

/** An optional address: a failure to read it does not affect the published post. */
export const addressOf = async (read: () => Promise<string | undefined>): Promise<string | undefined> => {
  try {
    return await read();
  } catch (error) {
    if (error instanceof PlatformError) return undefined;
    throw error;
  }
};
