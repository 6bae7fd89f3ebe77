import { doerOf, type KnownActors } from './actors.ts';
import { useRefusals } from './allowed.tsx';
import { useLately } from './asked.ts';
import type { Named } from './named.ts';
import { namesOfKeys, useNames } from './names.ts';

/** Those who act in the workspace, by their names; no keys for a person who may not see them. */
export const useActors = (): KnownActors => {
  const { names: people } = useNames();
  const isOffered = useRefusals()('POST /v1/workspaces/{id}/api-keys') === undefined;
  const { data: keys } = useLately(
    `names of keys/${isOffered}`,
    async () => (isOffered ? namesOfKeys() : undefined) ?? null,
    10_000,
  );
  return { people, keys: keys ?? undefined };
};

const Linked = ({ name, href }: Named) => (href === undefined ? <>{name}</> : <a href={href}>{name}</a>);

/** Who did something: a key with the page that shows it and its use. The id is in the title. */
export const Who = ({ actor, known }: { actor: Parameters<typeof doerOf>[0]; known: KnownActors }) => {
  const { key, ...doer } = doerOf(actor, known);
  return (
    <span title={actor.id}>
      <Linked {...doer} />
      {key !== undefined && (
        <span class="quiet">
          {' '}
          by <Linked {...key} />
        </span>
      )}
    </span>
  );
};
