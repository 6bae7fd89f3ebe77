import { platformRules } from '../../../../domain/content/platform-rules.ts';
import { textLength } from '../../../../domain/content/text-counts.ts';
import { Files } from './compose-files.tsx';
import { Help } from './compose-help.tsx';
import { emptyPart, type ChangeDraft, type Draft, type DraftFile } from './draft.ts';
import { constantOf, platformNames, type PlatformKey } from './platforms.ts';

type Props = Readonly<{
  draft: Draft;
  change: ChangeDraft;
  /** Changes the files of a part of the thread. An upload ends when the person has written on. */
  changeFiles(part: number, how: (before: readonly DraftFile[]) => readonly DraftFile[]): void;
  platforms: readonly PlatformKey[];
}>;

/** How long a text is on a platform, as that platform counts, of how much it takes. */
const Count = ({ platform, text }: { platform: PlatformKey; text: string }) => {
  const { limit, unit } = platformRules[constantOf(platform)].text;
  const length = textLength(text, unit);
  return (
    <span class={length > limit ? 'count bad-text' : 'count quiet'}>
      {platformNames[platform]} {length} of {limit}
    </span>
  );
};

const Override = ({ draft, change, platform }: Pick<Props, 'draft' | 'change'> & { platform: PlatformKey }) => {
  const text = draft.overrides[platform];
  const name = platformNames[platform];
  const set = (value: string | undefined): void => {
    const { [platform]: _, ...others } = draft.overrides;
    change({ overrides: value === undefined ? others : { ...others, [platform]: value } });
  };
  if (text === undefined)
    return (
      <button type="button" onClick={() => set(draft.content)}>
        Another text for {name}
      </button>
    );
  return (
    <div class="field">
      <label>
        Text for {name}
        <textarea rows={3} value={text} onInput={({ currentTarget: { value } }) => set(value)} />
      </label>
      <p class="counts">
        <Count platform={platform} text={text} />
        <button type="button" onClick={() => set(undefined)}>
          The same text as elsewhere
        </button>
      </p>
    </div>
  );
};

/** The text, the texts of single platforms, the thread and the first comment. */
export const Texts = ({ draft, change, changeFiles, platforms }: Props) => {
  const shared = platforms.filter((platform) => draft.overrides[platform] === undefined);
  const setItem = (index: number, text: string | undefined): void =>
    change({
      thread: draft.thread.flatMap((part, at) =>
        at !== index ? [part] : text === undefined ? [] : [{ ...part, content: text }],
      ),
    });
  return (
    <>
      <div class="field">
        <label>
          Text
          <textarea
            rows={6}
            value={draft.content}
            onInput={({ currentTarget: { value } }) => change({ content: value })}
          />
        </label>
        <p class="counts" aria-live="polite">
          {shared.map((platform) => (
            <Count key={platform} platform={platform} text={draft.content} />
          ))}
        </p>
      </div>
      <Help draft={draft} change={change} />
      {draft.thread.map(({ content: text, files }, index) => (
        <div class="field" key={index}>
          <label>
            Thread, part {index + 2}
            <textarea rows={3} value={text} onInput={({ currentTarget: { value } }) => setItem(index, value)} />
          </label>
          <p class="counts">
            {platforms.map((platform) => (
              <Count key={platform} platform={platform} text={text} />
            ))}
            <button type="button" aria-label={`Remove part ${index + 2}`} onClick={() => setItem(index, undefined)}>
              Remove
            </button>
          </p>
          <Files files={files} part={index + 2} change={(how) => changeFiles(index, how)} />
        </div>
      ))}
      <p class="actions">
        <button type="button" onClick={() => change({ thread: [...draft.thread, emptyPart] })}>
          Add a part to the thread
        </button>
        {shared.length > 1 || Object.keys(draft.overrides).length > 0
          ? shared.map((platform) => <Override key={platform} draft={draft} change={change} platform={platform} />)
          : null}
      </p>
      {platforms
        .filter((platform) => draft.overrides[platform] !== undefined)
        .map((platform) => (
          <Override key={platform} draft={draft} change={change} platform={platform} />
        ))}
      <div class="field">
        <label>
          First comment <span class="quiet">(optional)</span>
          <input
            value={draft.firstComment}
            onInput={({ currentTarget: { value } }) => change({ firstComment: value })}
          />
        </label>
      </div>
    </>
  );
};
