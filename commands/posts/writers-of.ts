import { notFound } from '../../domain/kernel/refused.ts';
import type { Actor } from '../../domain/kernel/event.ts';
import { post } from '../../domain/posts/post.ts';
import { apiKey } from '../../domain/workspaces/api-key.ts';
import { effectiveSettings } from '../../domain/workspaces/settings.ts';
import type { WriteContext } from '../kernel/endpoint.ts';
import { callersWorkspace } from './workspace-rules.ts';

const writing: ReadonlySet<string> = new Set(['PostCreated', 'PostEdited', 'PostApprovalStarted']);

/** The person behind an actor: the maker of a key. */
const personBehind = async ({ kind, id }: Actor, context: WriteContext): Promise<readonly string[]> => {
  if (kind === 'user') return [id];
  if (kind !== 'api_key') return [];
  const maker = (await context.load(apiKey, id))?.state?.createdBy;
  return maker === undefined ? [] : [maker];
};

/**
 * The people who wrote or edited a post, or put it up for approval, where the workspace separates duties; none where it
 * does not.
 */
export const writersOf = async (postId: string, context: WriteContext): Promise<readonly string[]> => {
  const workspace = await callersWorkspace(context);
  if (!workspace || !effectiveSettings(workspace.settings).separate_duties) return [];
  const loaded = await context.load(post, postId);
  if (!loaded) throw notFound('post');
  const actors = loaded.events.flatMap(({ type, meta }) => (writing.has(type) ? [meta.actor] : []));
  const people = await Promise.all(actors.map((actor) => personBehind(actor, context)));
  const created = loaded.events.flatMap((event) =>
    event.type === 'PostCreated' && event.data.createdById !== null ? [event.data.createdById] : [],
  );
  return [...new Set([...created, ...people.flat()])];
};
