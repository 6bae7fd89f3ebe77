import { foldView } from '../../domain/kernel/decider.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { checkDestinations } from '../../domain/posts/rule-violations.ts';
import type { PostEvent } from '../../domain/posts/events.ts';
import { post } from '../../domain/posts/post.ts';
import type { PostState } from '../../domain/posts/state.ts';
import { postView, type PostView } from '../../domain/posts/view.ts';
import { presentPost } from '../../read-api/contract/post.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import type { WriteContext } from '../kernel/endpoint.ts';
import type { PostPorts } from './ports.ts';

export const viewOf = (events: readonly Recorded<PostEvent>[]): PostView => {
  const view = foldView(postView, events);
  if (!view) throw notFound('Post');
  return view;
};

export const present = (events: readonly Recorded<PostEvent>[]) => presentPost(viewOf(events));

/** The platforms whose servers the operator runs, in the mode of the caller. */
export const ownServersOf = ({ caller }: WriteContext, { ownServers }: PostPorts): readonly Platform[] =>
  ownServers?.(caller.mode) ?? [];

/** The current post, with the platforms' checks. */
export const presentWithVerdict = (events: readonly Recorded<PostEvent>[], context: WriteContext, ports: PostPorts) => {
  const view = viewOf(events);
  return {
    ...presentPost(view),
    validation: checkDestinations(view.post.content, view.post.destinations, ownServersOf(context, ports)),
  };
};

export const loadPost = async (
  id: string,
  context: WriteContext,
): Promise<Readonly<{ state: PostState; view: PostView; events: readonly Recorded<PostEvent>[] }>> => {
  const loaded = await context.load(post, id);
  if (!loaded) throw notFound('Post');
  return { ...loaded, view: viewOf(loaded.events) };
};
