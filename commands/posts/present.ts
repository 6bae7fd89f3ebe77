import { foldView } from '../../domain/kernel/decider.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { onOwnServers } from '../../domain/content/content-check.ts';
import type { PostCheck } from '../../domain/content/finding.ts';
import { checkDestinations, withAccounts } from '../../domain/posts/rule-violations.ts';
import type { Destination, PostContent } from '../../domain/posts/values.ts';
import type { Accounts } from '../../domain/posts/commands.ts';
import type { PostEvent } from '../../domain/posts/post-events.ts';
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

type Checked = Readonly<{
  content: PostContent;
  destinations: readonly Destination[];
  accounts: Accounts;
  /** The platforms' check of the content. */
  check: PostCheck;
}>;

/** The platforms' check of a content, and what is to be said of its accounts now. */
export const verdictOn = (
  { content, destinations, accounts, check }: Checked,
  context: WriteContext,
  ports: PostPorts,
): PostCheck => withAccounts(onOwnServers(check, ownServersOf(context, ports)), content, destinations, accounts);

/** The current post, with the verdict on it. */
export const presentWithVerdict = (
  events: readonly Recorded<PostEvent>[],
  accounts: Accounts,
  context: WriteContext,
  ports: PostPorts,
) => {
  const view = viewOf(events);
  const { content, destinations } = view.post;
  const check = checkDestinations(content, destinations);
  return { ...presentPost(view), validation: verdictOn({ content, destinations, accounts, check }, context, ports) };
};

/** The stored post of a request that is sent again. */
export const presentAgain = async (events: readonly Recorded<PostEvent>[], context: WriteContext, ports: PostPorts) => {
  const accountIds = viewOf(events).post.destinations.map(({ accountId }) => accountId);
  return presentWithVerdict(events, await ports.directory.accounts(accountIds, context), context, ports);
};

export const loadPost = async (
  id: string,
  context: WriteContext,
): Promise<Readonly<{ state: PostState; view: PostView; events: readonly Recorded<PostEvent>[] }>> => {
  const loaded = await context.load(post, id);
  if (!loaded) throw notFound('Post');
  return { ...loaded, view: viewOf(loaded.events) };
};
