import { comparableName, hashtagSetName } from '../../domain/hashtag-sets/hashtag-set-name.ts';
import { hashtagSet } from '../../domain/hashtag-sets/hashtag-set.ts';
import { claim, isPastGrace } from '../kernel/claim.ts';
import { reservationKey } from '../kernel/deterministic-ids.ts';
import type { WriteContext } from '../kernel/endpoint.ts';

type Named = Readonly<{ name: string; hashtagSetId: string }>;

const keyOf = (name: string, { caller }: WriteContext): string =>
  reservationKey('hashtagSetName', caller.workspaceId, comparableName(name));

/** Claims a name for a set before the set takes it. */
export const reserveSetName = async ({ name, hashtagSetId }: Named, context: WriteContext): Promise<void> =>
  claim(
    hashtagSetName,
    {
      id: keyOf(name, context),
      holder: hashtagSetId,
      terms: { name },
      step: 'reserve-name',
      // A set that is being created, or renamed, has claimed the name first.
      isValid: async (holder) => {
        const state = (await context.load(hashtagSet, holder))?.state;
        const isNamed = typeof state === 'object' && comparableName(state.name) === comparableName(name);
        return isNamed || !isPastGrace(holder);
      },
    },
    context,
  );

export const releaseSetName = async ({ name, hashtagSetId }: Named, context: WriteContext): Promise<void> => {
  const release = { type: 'release', holder: hashtagSetId, name } as const;
  await context.handle(hashtagSetName, keyOf(name, context), release, { step: 'release-name' });
};
