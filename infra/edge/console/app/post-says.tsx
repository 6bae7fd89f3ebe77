import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { connectedAccounts } from './account-options.ts';
import type { Schemas } from './api.ts';
import { useAsked } from './asked.ts';
import { Preview } from './compose-preview.tsx';
import { draftOf, type Draft, type DraftFile } from './draft.ts';
import { filled } from './forms/values.ts';
import { wordsOf } from './forms/words.ts';
import { Problem } from './pieces.tsx';
import { platformName, platformNames, type PlatformKey } from './platforms.ts';
import { storedFilesOf } from './stored-files.ts';

type Post = Schemas['Post'];

/** A file as a small picture with its name; one that has no picture, or whose picture is gone, is its name alone. */
const SmallFile = ({ file: { filename, altText, picture } }: { file: DraftFile }) => {
  const [isGone, setIsGone] = useState(false);
  return (
    <li>
      {picture !== undefined && !isGone && <img src={picture} alt="" loading="lazy" onError={() => setIsGone(true)} />}
      <span>
        {filename} <span class="quiet">{altText || 'without alt text'}</span>
      </span>
    </li>
  );
};

const SmallFiles = ({ files }: { files: readonly DraftFile[] }) =>
  files.length === 0 ? null : (
    <ul class="files small">
      {files.map((file) => (
        <SmallFile key={file.id} file={file} />
      ))}
    </ul>
  );

const Said = ({ where, children }: { where?: string; children: ComponentChildren }) => (
  <p class="text card" dir="auto">
    {where !== undefined && <span class="quiet">{where}: </span>}
    {children}
  </p>
);

const valueOf = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(valueOf).join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
};

const Options = ({ options }: Pick<Draft, 'options'>) => {
  const asked = Object.entries(options).flatMap(([platform, values]) =>
    Object.entries(filled(values)).map(([name, value]) => ({ platform, name, value: valueOf(value) })),
  );
  return asked.length === 0 ? null : (
    <ul aria-label="Asked of the platforms">
      {asked.map(({ platform, name, value }) => (
        <li key={`${platform} ${name}`} class="text">
          <span class="quiet">
            {platformName(platform)}, {wordsOf(name)}:
          </span>{' '}
          {value}
        </li>
      ))}
    </ul>
  );
};

/** The post in the feed of each platform. It is drawn when it is opened, because a post may go to fifteen. */
const InFeeds = ({ post, draft }: { post: Post; draft: Draft }) => {
  const [isOpen, setIsOpen] = useState(false);
  const platforms = [...new Set(post.platforms.map(({ platform }) => platform))];
  return platforms.length === 0 ? null : (
    <details class="card" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>How it looks on {platforms.map((platform) => platformNames[platform]).join(', ')}</summary>
      {isOpen && <Feeds post={post} draft={draft} platforms={platforms} />}
    </details>
  );
};

const Feeds = ({ post, draft, platforms }: { post: Post; draft: Draft; platforms: readonly PlatformKey[] }) => {
  const { data: accounts = [] } = useAsked('accounts to post to', connectedAccounts);
  return (
    <>
      {platforms.map((platform) => (
        <article key={platform} class="card preview" aria-label={`On ${platformNames[platform]}`}>
          <div class="head">
            <strong>{platformNames[platform]}</strong>
          </div>
          <Preview
            draft={draft}
            platform={platform}
            account={accounts.find((account) =>
              post.platforms.some((each) => each.platform === platform && each.accountId === account.id),
            )}
          />
        </article>
      ))}
    </>
  );
};

/**
 * What a post says, whole: its text, thread, the texts of single platforms, first comment, files and what the platforms are
 * asked for. A person who approves it approves all of this.
 */
export const PostSays = ({ post }: { post: Post }) => {
  const { data: stored, problem } = useAsked(`files of the thread/${post.id}/${post.updatedAt}`, () =>
    storedFilesOf(post),
  );
  const draft = draftOf(post, stored);
  return (
    <>
      {draft.content !== '' && <Said>{draft.content}</Said>}
      <SmallFiles files={draft.files} />
      {draft.thread.map(({ content, files }, index) => (
        <div key={index}>
          <Said where={`Part ${index + 2}`}>{content}</Said>
          {stored !== undefined && <SmallFiles files={files} />}
        </div>
      ))}
      <Problem text={problem} />
      {Object.entries(draft.overrides).map(([platform, content]) => (
        <Said key={platform} where={`On ${platformName(platform)}`}>
          {content}
        </Said>
      ))}
      {draft.firstComment !== '' && <Said where="First comment">{draft.firstComment}</Said>}
      <Options options={draft.options} />
      <InFeeds post={post} draft={draft} />
    </>
  );
};
