import { useEffect, useState } from 'preact/hooks';

/** The segments behind the `#/` of the address: the console's own pages. */
const segments = (): readonly string[] => location.hash.replace(/^#\/?/, '').split('/').filter(Boolean);

/** The page asked for, followed as the address changes. */
export const useRoute = (): readonly string[] => {
  const [route, setRoute] = useState(segments());
  useEffect(() => {
    const follow = (): void => setRoute(segments());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return route;
};
