import { progressOf, type PostUnderWay } from './publish-steps.ts';

/** How far a post is that is being published. */
export const PublishProgress = ({ post, isLive }: { post: PostUnderWay; isLive: boolean }) => {
  const progress = progressOf(post);
  if (progress === undefined) return null;
  const { done, of } = progress;
  return (
    <p class="publish-progress">
      <progress max={of} value={done} aria-label="Destinations that are done" />{' '}
      <span role="status">
        {done} of {of} {of === 1 ? 'destination is' : 'destinations are'} done.
      </span>{' '}
      {!isLive && <span class="quiet">This page asks every two seconds.</span>}
    </p>
  );
};
