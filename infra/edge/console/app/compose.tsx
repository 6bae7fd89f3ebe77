import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { connectedAccounts } from './account-options.ts';
import { Allowed } from './allowed.tsx';
import { answered, api, chosenWorkspace, headersOf, Refusal, type Schemas } from './api.ts';
import { answers, useAsked } from './asked.ts';
import { Cover } from './compose-cover.tsx';
import { Files } from './compose-files.tsx';
import { Options } from './compose-options.tsx';
import { Texts } from './compose-texts.tsx';
import { draftOf, emptyDraft, requestOf, type ChangeDraft, type Draft, type DraftFile, type When } from './draft.ts';
import { dropDraft, dropSendingKey, dropSentDraft, keepDraft, keptDraft, keyToSend } from './kept-draft.ts';
import { messageOf } from './message-of.ts';
import { Badge, Problem, Waiting } from './pieces.tsx';
import { isPlatform, platformName, type PlatformKey } from './platforms.ts';
import { useSending } from './sent-drafts.ts';
import { storedFilesOf } from './stored-files.ts';
import { Uploading, type CountUpload } from './uploading.ts';
import { Verdicts } from './verdicts.tsx';
import { WhenItGoes } from './when-it-goes.tsx';

type Account = Schemas['Account'];

type Part = Readonly<{ draft: Draft; change: ChangeDraft }>;

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
  /** What is sent is waited for by the form of the same name. */
  name: string;
  heading: string;
  first: Draft;
  /** Stores the draft, and answers the post. */
  store(draft: Draft): Promise<Schemas['Post']>;
  kept?(draft: Draft): void;
  discard?(): void;
  /** The service has the draft. */
  done?(draft: Draft, workspace: string | undefined): void;
}>;

const noFields: ReadonlyMap<string, string> = new Map();

const Form = ({ name, heading, first, store, kept, discard, done }: FormProps) => {
  const { sending, fault, start } = useSending(name);
  const isSending = sending !== undefined;
  const [draft, setDraft] = useState(sending?.draft ?? first);
  const [lack, setLack] = useState<string>();
  const [uploads, setUploads] = useState(0);
  const { data: accounts, problem } = useAsked('accounts to post to', connectedAccounts, 15_000);
  const change: ChangeDraft = (changes) =>
    setDraft((before) => ({ ...before, ...(typeof changes === 'function' ? changes(before) : changes) }));
  const changePart = (part: number, how: (before: readonly DraftFile[]) => readonly DraftFile[]): void =>
    setDraft((before) => ({
      ...before,
      thread: before.thread.map((each, index) => (index === part ? { ...each, files: how(each.files) } : each)),
    }));
  const countUpload: CountUpload = (work) => {
    setUploads((before) => before + 1);
    return work.finally(() => setUploads((before) => before - 1));
  };
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
  const sent = async (workspace: string | undefined): Promise<string> => {
    const { id } = await store(draft);
    const params = { path: { id } };
    if (draft.when === 'now')
      await answered(api.POST('/v1/posts/{id}/publish', { params, headers: headersOf(workspace) }));
    done?.(draft, workspace);
    answers.removeQueries({ queryKey: [`post/${id}`] });
    return `#/posts/${id}`;
  };
  const send = (): void => {
    const lacks = uploads > 0 ? 'A file is on its way. Send the post when it is there.' : missing(draft);
    setLack(lacks);
    if (lacks === undefined) start(draft, () => sent(chosenWorkspace()));
  };
  const refusal = fault === undefined ? undefined : messageOf(fault);
  return (
    <section aria-labelledby="compose">
      <h2 id="compose">{heading}</h2>
      <Problem text={problem} />
      <div class="compose">
        <div>
          <div class="held" inert={isSending}>
            <Uploading.Provider value={countUpload}>
              <Accounts draft={draft} change={change} accounts={accounts} isWaiting={problem === undefined} />
              <Texts draft={draft} change={change} changeFiles={changePart} platforms={platforms} />
              <Files
                files={draft.files}
                change={(files) => setDraft((before) => ({ ...before, files: files(before.files) }))}
              />
              <Cover draft={draft} change={change} platforms={platforms} />
              <Options
                draft={draft}
                change={change}
                platforms={platforms}
                problems={fault instanceof Refusal ? fault.fields : noFields}
              />
              <WhenItGoes draft={draft} change={change} />
            </Uploading.Provider>
          </div>
          <p class="actions">
            <Allowed call="POST /v1/posts">
              {/* A disabled button would lose the focus of the keyboard. */}
              <button type="button" class="first" aria-disabled={isSending} onClick={() => isSending || send()}>
                {labels[draft.when]}
              </button>
              <span role="status">
                {isSending ? 'Sending … You can change the post again when that is done.' : (lack ?? refusal)}
              </span>
            </Allowed>
            {discard && !isSending && (
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
    const workspace = chosenWorkspace();
    const body = requestOf(draft);
    const header = { 'Idempotency-Key': keyToSend(JSON.stringify(body)) };
    return answered(api.POST('/v1/posts', { params: { header }, body })).catch((fault: unknown) => {
      // A refused request is remembered by its key; the mended one is another.
      dropSendingKey(workspace);
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
      name={`new/${chosenWorkspace() ?? ''}`}
      heading="New post"
      first={written === 0 ? keptDraft() : emptyDraft}
      store={store}
      kept={keepDraft}
      discard={discard}
      done={dropSentDraft}
    />
  );
};

const edited = async (id: string) => {
  const post = await answered(api.GET('/v1/posts/{id}', { params: { path: { id } } }));
  return { post, first: draftOf(post, await storedFilesOf(post)) };
};

type Edited = Awaited<ReturnType<typeof edited>>;

/** The post as it was when the page was opened: a change by others in the meantime is refused, not overwritten. */
const EditForm = ({ seen }: { seen: Edited }) => {
  const [{ post, first }] = useState(seen);
  const { id } = post;
  const params = { path: { id } };
  const store = (draft: Draft) =>
    answered(api.PATCH('/v1/posts/{id}', { params, body: { ...requestOf(draft, first), version: post.updatedAt } }));
  return <Form name={`edited/${id}`} heading="Edit the post" first={first} store={store} />;
};

/** A post that has not gone out yet, to be changed. */
export const Edit = ({ id }: { id: string }) => {
  const key = `edited/${id}`;
  const { data, problem } = useAsked(key, () => edited(id));
  // The next time it is opened, it is as it is then.
  useEffect(() => () => answers.removeQueries({ queryKey: [key] }), [key]);
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
  return <EditForm key={id} seen={data} />;
};
