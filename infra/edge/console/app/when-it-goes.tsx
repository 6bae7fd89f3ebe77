import { answered, api } from './api.ts';
import { useAsked } from './asked.ts';
import type { ChangeDraft, Draft, When } from './draft.ts';
import { localTime, spokenIn, zone } from './moments.ts';
import { queueNow, upcomingSlots } from './queue-slots.ts';
import { WorkspaceTime } from './workspace-zone.tsx';
import { keysOf } from '../../../../domain/kernel/keys-of.ts';

type Props = Readonly<{ draft: Draft; change: ChangeDraft }>;

const choices: Readonly<Record<When, string>> = {
  later: 'Keep it as a draft',
  now: 'Publish it now',
  at: 'Schedule it',
  queue: 'Take the next free slot of the queue',
};

/** Which slot of the queue the post would get now. Another post may take it first. */
const NextSlot = () => {
  const { data, problem } = useAsked('queue', queueNow);
  const free = data && upcomingSlots(data, 1).find(({ post }) => post === undefined);
  if (problem !== undefined) return <p class="bad-text">{problem}</p>;
  if (data === undefined) return null;
  return (
    <p class="quiet" aria-live="polite">
      {free === undefined ? 'The queue has no slots.' : `The next free slot is ${spokenIn(free.at, zone)} in ${zone}.`}{' '}
      <a href="#/queue">Look at the queue</a>
    </p>
  );
};

/** Times that did well before, of the first account that was chosen. */
const BestTimes = ({ accountId, take }: { accountId: string; take(time: string): void }) => {
  const { data } = useAsked(`best times/${accountId}`, () =>
    answered(api.GET('/v1/ai/suggest-time/{accountId}', { params: { path: { accountId } } })),
  );
  // A plan without suggestions shows none: the time is chosen all the same.
  if (data === undefined) return null;
  const times = [data.suggestedTime, ...data.alternatives.map(({ time }) => time)];
  return (
    <div class="actions" role="group" aria-label="Best times">
      <span class="quiet" title={data.reasoning}>
        Best times
      </span>
      {times.map((time) => (
        <button key={time} type="button" onClick={() => take(localTime(time))}>
          {spokenIn(time, zone)}
        </button>
      ))}
    </div>
  );
};

/** When a post goes out: a time of its own, one that did well before, or the next free slot of the queue. */
export const WhenItGoes = ({ draft, change }: Props) => (
  <fieldset>
    <legend>When it goes out</legend>
    {keysOf(choices).map((when) => (
      <label key={when} class="choice">
        <input type="radio" name="when" checked={draft.when === when} onChange={() => change({ when })} />{' '}
        {choices[when]}
      </label>
    ))}
    {draft.when === 'queue' && <NextSlot />}
    {draft.when === 'at' && (
      <>
        <p>
          <label>
            Time{' '}
            <input
              type="datetime-local"
              value={draft.time}
              onInput={({ currentTarget: { value } }) => change({ time: value })}
            />
          </label>{' '}
          <span class="quiet">in {zone}</span>{' '}
          <WorkspaceTime at={draft.time === '' ? undefined : new Date(draft.time).toISOString()} />
        </p>
        {draft.accountIds[0] !== undefined && (
          <BestTimes accountId={draft.accountIds[0]} take={(time) => change({ time })} />
        )}
      </>
    )}
  </fieldset>
);
