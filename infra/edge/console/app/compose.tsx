import { useLayoutEffect, useState } from 'preact/hooks';
import { connectedAccounts } from './account-options.ts';
import { answered, api, Refusal, type Schemas } from './api.ts';
import { answers, useAsked } from './asked.ts';
import { Cover } from './compose-cover.tsx';
import { Files } from './compose-files.tsx';
import { Options } from './compose-options.tsx';
import { Texts } from './compose-texts.tsx';
import { draftOf, emptyDraft, requestOf, type Draft, type DraftFile, type When } from './draft.ts';
import { dropDraft, dropSendingKey, keepDraft, keptDraft, keyToSend } from './kept-draft.ts';
import { Act, Badge, Problem, Waiting } from './pieces.tsx';
import { isPlatform, platformName, type PlatformKey } from './platforms.ts';
import { storedFilesOf } from './stored-files.ts';
import { Verdicts } from './verdicts.tsx';
import { WhenItGoes } from './when-it-goes.tsx';

type Account = Schemas['Account'];

type Part = Readonly<{ draft: Draft; change(changes: Partial<Draft>): void }>;

type Choice = Part & Readonly<{ accounts: readonly Account[] | undefined; isWaiting: boolean }>;

const Accounts = ({ draft, change, accounts, isWaiting }: Choice) => {
  // What is written can be seen and changed while the service does not answer.
  if (accounts === undefined)
    return (
      <div class="card accounts-come">
        {isWaiting ? <Waiting /> : <p class="quiet">The accounts come when the service answers.</p>}
      </div>
    );
  const chosen = new Set(draft.accountIds);
  const toggle = (id: string): void => {
    if (!chosen.delete(id)) chosen.add(id);
    change({ accountIds: accounts.flatMap((account) => (chosen.has(account.id) ? [account.id] : [])) });
  };
  if (accounts.length === 0)
    return (
      <p>
        No account is connected. <a href="#/accounts">Connect one</a> first.
      </p>
    );
  return (
    <fieldset class="chips accounts-come">
      <legend>Where it goes</legend>
      {accounts.map(({ id, displayName, platform, status }) => (
        <label key={id} class={chosen.has(id) ? 'chip chosen' : 'chip'}>
          <input type="checkbox" checked={chosen.has(id)} onChange={() => toggle(id)} /> {platformName(platform)}{' '}
          <span class="quiet">{displayName}</span>{' '}
          {status !== 'ACTIVE' && <Badge tone="bad">{status.toLowerCase()}</Badge>}
        </label>
      ))}
    </fieldset>
  );
};

const labels: Readonly<Record<When, string>> = {
  later: 'Save',
  now: 'Publish now',
  at: 'Schedule',
  queue: 'Add to the queue',
};

/** What is missing before anything is asked of the service; undefined where nothing is. */
const missing = ({ accountIds, when, time }: Draft): string | undefined => {
  if (accountIds.length === 0) return 'Choose an account first.';
  if (when === 'at' && time === '') return 'Choose a time first.';
  return undefined;
};

type FormProps = Readonly<{
  heading: string;
  first: Draft;
  /** Stores the draft, and answers the post. */
  store(draft: Draft): Promise<Schemas['Post']>;
  kept?(draft: Draft): void;
  discard?(): void;
  done?(): void;
}>;

const Form = ({ heading, first, store, kept, discard, done }: FormProps) => {
  const [draft, setDraft] = useState(first);
  const { data: accounts, problem } = useAsked('accounts to post to', connectedAccounts, 15_000);
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const change = (changes: Partial<Draft>): void => setDraft((before) => ({ ...before, ...changes }));
  const changePart = (part: number, how: (before: readonly DraftFile[]) => readonly DraftFile[]): void =>
    setDraft((before) => ({
      ...before,
      thread: before.thread.map((each, index) => (index === part ? { ...each, files: how(each.files) } : each)),
    }));
  // Before the next letter: the page may be closed at any moment.
  useLayoutEffect(() => kept?.(draft), [draft]);
  const platforms: readonly PlatformKey[] = [
    ...new Set(
      (accounts ?? []).flatMap(({ id, platform }) => {
        const key = platform.toLowerCase();
        return draft.accountIds.includes(id) && isPlatform(key) ? [key] : [];
      }),
    ),
  ];
  const send = async (): Promise<string> => {
    const lack = missing(draft);
    if (lack !== undefined) return lack;
    setRefused(new Map());
    const { id } = await store(draft).catch((fault: unknown) => {
      if (fault instanceof Refusal) setRefused(fault.fields);
      throw fault;
    });
    if (draft.when === 'now') await answered(api.POST('/v1/posts/{id}/publish', { params: { path: { id } } }));
    done?.();
    answers.removeQueries({ queryKey: [`post/${id}`] });
    location.hash = `#/posts/${id}`;
    return 'saved';
  };
  return (
    <section aria-labelledby="compose">
      <h2 id="compose">{heading}</h2>
      <Problem text={problem} />
      <div class="compose">
        <div>
          <Accounts draft={draft} change={change} accounts={accounts} isWaiting={problem === undefined} />
          <Texts draft={draft} change={change} changeFiles={changePart} platforms={platforms} />
          <Files
            files={draft.files}
            change={(files) => setDraft((before) => ({ ...before, files: files(before.files) }))}
          />
          <Cover draft={draft} change={change} platforms={platforms} />
          <Options draft={draft} change={change} platforms={platforms} problems={refused} />
          <WhenItGoes draft={draft} change={change} />
          <p class="actions">
            <Act call="POST /v1/posts" label={labels[draft.when]} act={send} isFirst />
            {discard && (
              <button type="button" onClick={discard}>
                Begin again
              </button>
            )}
          </p>
        </div>
        <Verdicts draft={draft} platforms={platforms} accounts={accounts ?? []} />
      </div>
    </section>
  );
};

/** A new post. What is written stays in this browser until the service has it. */
export const Compose = () => {
  const [written, setWritten] = useState(0);
  const store = async (draft: Draft) => {
    const body = requestOf(draft);
    const header = { 'Idempotency-Key': keyToSend(JSON.stringify(body)) };
    return answered(api.POST('/v1/posts', { params: { header }, body })).catch((fault: unknown) => {
      // A refused request is remembered by its key; the mended one is another.
      dropSendingKey();
      throw fault;
    });
  };
  const discard = (): void => {
    dropDraft();
    dropSendingKey();
    setWritten(written + 1);
  };
  return (
    <Form
      key={written}
      heading="New post"
      first={written === 0 ? keptDraft() : emptyDraft}
      store={store}
      kept={keepDraft}
      discard={discard}
      done={() => {
        dropDraft();
        dropSendingKey();
      }}
    />
  );
};

const edited = async (id: string) => {
  const post = await answered(api.GET('/v1/posts/{id}', { params: { path: { id } } }));
  return { post, first: draftOf(post, await storedFilesOf(post)) };
};

/** A post that has not gone out yet, to be changed. A change by others in the meantime is refused, not overwritten. */
export const Edit = ({ id }: { id: string }) => {
  const params = { path: { id } };
  const { data, problem } = useAsked(`edited/${id}`, () => edited(id));
  if (data === undefined)
    return (
      <section aria-labelledby="compose">
        <p>
          <a href="#/posts">All posts</a>
        </p>
        <h2 id="compose">Edit the post</h2>
        {problem === undefined ? <Waiting /> : <Problem text={problem} />}
      </section>
    );
  const { post, first } = data;
  const store = (draft: Draft) =>
    answered(api.PATCH('/v1/posts/{id}', { params, body: { ...requestOf(draft, first), version: post.updatedAt } }));
  return (
    <Form
      heading="Edit the post"
      first={first}
      store={store}
      done={() => answers.removeQueries({ queryKey: [`edited/${id}`] })}
    />
  );
};
