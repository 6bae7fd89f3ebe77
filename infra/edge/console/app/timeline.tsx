import { useEffect, useState } from 'preact/hooks';
import { doerOf, nameOfDoer } from './actors.ts';
import { answered, api, Refusal, type Schemas } from './api.ts';
import { useAsked, usePast, type Asked } from './asked.ts';
import { platformsIn, sentenceOf } from './history-sentences.ts';
import { Moment, Problem, Waiting } from './pieces.tsx';
import { KnownNames, Shown } from './shown.tsx';
import { Changes } from './timeline-changes.tsx';
import { useActors } from './who.tsx';

type Entry = Schemas['HistoryEntry'];
type Kind = 'posts' | 'accounts';

const historyPage = (kind: Kind, id: string, cursor: string | undefined) => {
  const params = { path: { id }, query: { limit: 100, ...(cursor === undefined ? {} : { cursor }) } };
  return kind === 'posts'
    ? answered(api.GET('/v1/posts/{id}/history', { params }))
    : answered(api.GET('/v1/accounts/{id}/history', { params }));
};

export const historyKey = (kind: Kind, id: string): string => `history/${kind}/${id}`;

/** A longer timeline is read in the history endpoint. */
const mostEntries = 2000;

const wholeHistory = async (kind: Kind, id: string): Promise<readonly Entry[]> => {
  const entries: Entry[] = [];
  let cursor: string | undefined;
  do {
    const page = await historyPage(kind, id, cursor);
    entries.push(...page.data);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && entries.length < mostEntries);
  return entries;
};

const presentAt = (kind: Kind, id: string, asOf: string): Promise<unknown> => {
  const params = { path: { id }, query: { asOf } };
  return kind === 'posts'
    ? answered(api.GET('/v1/posts/{id}', { params }))
    : answered(api.GET('/v1/accounts/{id}', { params }));
};

/** The API's answer for that position; undefined where the resource did not exist. */
const asItWas = (kind: Kind, id: string, position: string): Promise<unknown> =>
  presentAt(kind, id, position).catch((fault: unknown) => {
    if (fault instanceof Refusal && fault.status === 404) return undefined;
    throw fault;
  });

/** The events of a post or an account, oldest first. `everyMs` is undefined where the page hears of each event. */
export const useHistory = (kind: Kind, id: string, everyMs: number | undefined): Asked<readonly Entry[]> =>
  useAsked(historyKey(kind, id), () => wholeHistory(kind, id), everyMs);

/** The events of a post or an account, and a slider that shows its state after each event. */
export const Timeline = ({
  kind,
  id,
  of: { data: entries, problem },
  present,
}: {
  kind: Kind;
  id: string;
  of: Asked<readonly Entry[]>;
  /** Its state now, where the page has it: the state after the last event is not asked for then. */
  present?: unknown;
}) => {
  const [chosen, setChosen] = useState<number>();
  useEffect(() => setChosen(undefined), [kind, id]);
  const known = useActors();
  const names = new Map([...known.people, ...(known.keys ?? [])]);
  const last = (entries?.length ?? 0) - 1;
  const index = Math.min(chosen ?? last, last);
  const entry = entries?.[index];
  const position = entry?.position;
  const platforms = platformsIn(entries ?? []);
  const isNow = present !== undefined && index === last;
  const past = usePast(`${kind}/${id}/${isNow ? 'now' : position}`, async () => ({
    view: isNow || position === undefined ? undefined : await asItWas(kind, id, position),
  }));
  const then = isNow ? { data: { view: present }, problem: undefined } : past;
  return (
    <section aria-labelledby="timeline">
      {kind === 'accounts' && (
        <p>
          <a href="#/accounts">All accounts</a>
        </p>
      )}
      <h2 id="timeline">{kind === 'posts' ? 'What happened' : 'What happened to the account'}</h2>
      <Problem text={problem ?? then.problem} />
      {entries === undefined || entry === undefined ? (
        problem === undefined && <Waiting />
      ) : (
        <>
          <label class="slider">
            As it was after event {index + 1} of {entries.length}: <strong>{sentenceOf(entry, platforms)}</strong>{' '}
            <Moment at={entry.occurredAt} />
            <input
              type="range"
              min={0}
              max={last}
              value={index}
              aria-valuetext={sentenceOf(entry, platforms)}
              onInput={(event) => setChosen(Number(event.currentTarget.value))}
            />
          </label>
          <div class="sides">
            <ol class="events" aria-label="Events, oldest first">
              {entries.map((one, at) => (
                <li key={one.id} class={at > index ? 'later' : ''}>
                  <button type="button" aria-current={at === index ? 'step' : undefined} onClick={() => setChosen(at)}>
                    <span>{sentenceOf(one, platforms)}</span>
                    <small class="quiet">
                      <Moment at={one.occurredAt} /> by {nameOfDoer(doerOf(one.actor, known))}
                    </small>
                  </button>
                </li>
              ))}
            </ol>
            <KnownNames.Provider value={names}>
              <div>
                <Changes kind={kind} id={id} before={entries[index - 1]} entry={entry} />
                <div class="card" id="as-it-was" aria-live="polite">
                  <h3>As it was</h3>
                  {then.data === undefined ? (
                    then.problem === undefined && <Waiting />
                  ) : then.data.view === undefined ? (
                    <p>It was not there.</p>
                  ) : (
                    <Shown value={then.data.view} manner="words" />
                  )}
                </div>
              </div>
            </KnownNames.Provider>
          </div>
        </>
      )}
    </section>
  );
};

/** The page of an account. */
export const AccountTimeline = ({ id }: { id: string }) => (
  <Timeline kind="accounts" id={id} of={useHistory('accounts', id, 5000)} />
);
