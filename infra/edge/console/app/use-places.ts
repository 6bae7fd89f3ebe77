import { useRefusals } from './allowed.tsx';
import { groups, purposes } from './places.ts';

type Group = readonly [name: string, places: readonly (readonly [place: string, title: string])[]];

/** The groups of pages that are of use to the person who looks. */
export const usePlaces = (): readonly Group[] => {
  const refused = useRefusals();
  const isOfUse = (place: string): boolean => {
    const call = purposes[place];
    return call === undefined || refused(call) === undefined;
  };
  return Object.entries(groups)
    .map(([group, places]): Group => [group, Object.entries(places).filter(([place]) => isOfUse(place))])
    .filter(([, places]) => places.length > 0);
};
