import { useHashLocation } from 'wouter-preact/use-hash-location';

const partsOf = (address: string): readonly [path: string, query: string] => {
  const at = address.indexOf('?');
  return at < 0 ? [address, ''] : [address.slice(0, at), address.slice(at + 1)];
};

/** The path of the address finds the page. What follows its question mark is how the page is looked at. */
export const usePath: typeof useHashLocation = (given) => {
  const [address, go] = useHashLocation(given);
  return [partsOf(address)[0], go];
};

/** How one view leads to the next. A view that is typed letter by letter is one step back, not many. */
export type Step = Readonly<{ isTyped?: boolean }>;

/**
 * How the page is looked at: in its address, so that a link opens the same view and the button "back" of the browser
 * the view before.
 */
export const useView = () => {
  const [address] = useHashLocation();
  const [path, query] = partsOf(address);
  const show = (view: URLSearchParams, { isTyped = false }: Step = {}): void => {
    const hash = `#${path}${view.size > 0 ? `?${view}` : ''}`;
    if (isTyped) location.replace(hash);
    else location.hash = hash;
  };
  return [new URLSearchParams(query), show] as const;
};
