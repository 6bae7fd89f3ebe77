import { liveFeed } from '@social-publishing/client/live-feed';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useRefusals } from './allowed.tsx';
import { api, seenUpTo } from './api.ts';

/** A feed that was refused is asked for again after this time. It waits by itself for a service that is away or has no place for it. */
const refusedMs = 30_000;

/** Events come in groups: a page asks once for those of so short a time. */
const gatherMs = 100;

/** A post to many platforms has events for seconds. A page asks at most this often, so that it keeps below the requests of a plan. */
const oftenMs = 1000;

const isSeen = (): boolean => document.visibilityState === 'visible';

/** Whether the page is looked at. */
const useIsSeen = (): boolean => {
  const [is, setIs] = useState(isSeen);
  useEffect(() => {
    const changed = (): void => setIs(isSeen());
    document.addEventListener('visibilitychange', changed);
    return () => document.removeEventListener('visibilitychange', changed);
  }, []);
  return is;
};

/**
 * Calls `happened` after each event of a post, and once as it begins to listen, for what happened before that. It answers
 * whether it listens: a page asks at an interval where it does not. A browser opens few connections to one server, so a page
 * that is not looked at holds none.
 */
export const usePostFeed = (id: string, happened: () => void): boolean => {
  const isOffered = useRefusals()('GET /v1/events/stream') === undefined;
  const isLookedAt = useIsSeen();
  const [isLive, setIsLive] = useState(false);
  const [attempts, setAttempts] = useState(0);
  const latest = useRef(happened);
  latest.current = happened;
  useEffect(() => {
    if (!isOffered || !isLookedAt) return undefined;
    const stop = new AbortController();
    let later: ReturnType<typeof setTimeout> | undefined;
    let gathering: ReturnType<typeof setTimeout> | undefined;
    // What happened while the feed began is asked for with what its first events change.
    let asked = performance.now();
    const gathered = (): void => {
      const again = asked + oftenMs - performance.now();
      gathering ??= setTimeout(
        () => {
          gathering = undefined;
          asked = performance.now();
          latest.current();
        },
        Math.max(gatherMs, again),
      );
    };
    const listen = async (): Promise<void> => {
      const onOpen = (): void => {
        setIsLive(true);
        gathered();
      };
      const onLost = (): void => setIsLive(false);
      const feed = liveFeed(api, { categories: ['post'], ids: [id], signal: stop.signal, onOpen, onLost });
      for await (const { position } of feed) {
        seenUpTo(position);
        gathered();
      }
    };
    listen().catch(() => {
      if (!stop.signal.aborted) later = setTimeout(() => setAttempts((before) => before + 1), refusedMs);
    });
    // A connection that was cut off says nothing by itself for a while.
    const cut = (): void => setAttempts((before) => before + 1);
    for (const change of ['offline', 'online']) addEventListener(change, cut);
    return () => {
      for (const change of ['offline', 'online']) removeEventListener(change, cut);
      clearTimeout(later);
      clearTimeout(gathering);
      stop.abort();
      setIsLive(false);
    };
  }, [id, isOffered, isLookedAt, attempts]);
  return isLive;
};
