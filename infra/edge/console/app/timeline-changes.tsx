import { answered, api, type Schemas } from './api.ts';
import { usePast } from './asked.ts';
import { wordsOf } from './forms/words.ts';
import { Problem, Waiting } from './pieces.tsx';
import { Shown } from './shown.tsx';

type Difference = Schemas['Difference'];
type Entry = Schemas['HistoryEntry'];

const between = async (kind: 'posts' | 'accounts', id: string, from: string, to: string) => {
  const params = { path: { id }, query: { from, to } };
  const { data } =
    kind === 'posts'
      ? await answered(api.GET('/v1/posts/{id}/diff', { params }))
      : await answered(api.GET('/v1/accounts/{id}/diff', { params }));
  return data.changes;
};

/** Each change has its own moment of change, which is that of the event. */
const isOwn = ({ at }: Difference): boolean => at !== '/updatedAt';

/** A JSON pointer in words: `/platforms/0/status` is the status of the first platform. */
const placeOf = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : wordsOf(part.replaceAll('~1', '/'))))
    .join(' › ');

const Change = ({ change }: { change: Difference }) => (
  <div>
    <dt>{placeOf(change.at)}</dt>
    <dd>
      {change.kind !== 'added' && (
        <del>
          <Shown value={change.old} manner="words" />
        </del>
      )}{' '}
      {change.kind !== 'removed' && (
        <ins>
          <Shown value={change.new} manner="words" />
        </ins>
      )}
    </dd>
  </div>
);

/** What an event changed: the answers of the API before and after it, compared. */
export const Changes = ({
  kind,
  id,
  before,
  entry,
}: {
  kind: 'posts' | 'accounts';
  id: string;
  before: Entry | undefined;
  entry: Entry;
}) => {
  const { data, problem } = usePast(`changes/${kind}/${id}/${entry.position}`, async () =>
    before === undefined ? [] : between(kind, id, before.position, entry.position),
  );
  const own = data?.filter(isOwn);
  return (
    <div class="card" id="what-changed" aria-live="polite">
      <h3>What changed</h3>
      <Problem text={problem} />
      {before === undefined ? (
        <p class="quiet">It began here.</p>
      ) : own === undefined ? (
        problem === undefined && <Waiting />
      ) : own.length === 0 ? (
        <p class="quiet">Nothing that one sees.</p>
      ) : (
        <dl>
          {own.map((change) => (
            <Change key={change.at} change={change} />
          ))}
        </dl>
      )}
    </div>
  );
};
