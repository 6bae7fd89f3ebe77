import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { platformRules } from '../../../../domain/content/platform-rules.ts';
import type { Schemas } from './api.ts';
import { coverOf, type Cover } from './covers.ts';
import type { Draft, DraftFile } from './draft.ts';
import { FrameAt } from './frame-at.tsx';
import { constantOf, platformNames, type PlatformKey } from './platforms.ts';
import { layouts, type Layout } from './preview-layouts.ts';
import { firstLinkOf, folded, piecesOf } from './preview-text.ts';

type Account = Schemas['Account'];
type Props = Readonly<{ draft: Draft; platform: PlatformKey; account: Account | undefined }>;

/** A text as the platform draws it: folded, and its links, hashtags and mentions in another colour. */
const Text = ({ text, fold }: { text: string; fold: Layout['fold'] }) => {
  const [isOpen, setIsOpen] = useState(false);
  const short = fold === undefined ? text : folded(text, fold);
  const isFolded = short !== text;
  return (
    <div class="text" dir="auto">
      {piecesOf(isOpen ? text : short).map((piece, index) =>
        piece.isMarked ? (
          <span key={index} class="marked">
            {piece.text}
          </span>
        ) : (
          piece.text
        ),
      )}
      {isFolded && (
        <>
          {isOpen ? ' ' : '… '}
          <button type="button" class="more" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? 'less' : 'more'}
          </button>
        </>
      )}
    </div>
  );
};

const within = (ratio: number, { min, max }: Layout['ratio']): number => Math.min(max, Math.max(min, ratio));

type Seen = Readonly<{ file: DraftFile; cover: Cover | undefined }>;

/** What is seen of a file: its picture, or the cover of a video. What cannot be fetched is named instead. */
const Picture = ({ file: { filename, altText, picture, video }, cover }: Seen) => {
  const [isGone, setIsGone] = useState(false);
  const name = altText || filename;
  const gone = (): void => setIsGone(true);
  const isMoment = cover !== undefined && 'seconds' in cover;
  if (isMoment && video !== undefined && !isGone)
    return <FrameAt address={video} seconds={cover.seconds} label={name} gone={gone} />;
  const address = cover !== undefined && 'address' in cover ? cover.address : picture;
  if (isMoment || address === undefined || isGone) return <span>{filename}</span>;
  return <img src={address} alt={name} onError={gone} />;
};

/** A file in its crop. */
const Tile = ({ file, cover, ratio, note }: Seen & { ratio: number; note: string | undefined }) => {
  const isVideo = file.contentType.startsWith('video/');
  const shown = isVideo ? cover : undefined;
  return (
    <div class="tile" style={{ aspectRatio: String(ratio) }}>
      <Picture key={JSON.stringify(shown && 'address' in shown)} file={file} cover={shown} />
      {isVideo && (
        <span class="play" aria-hidden="true">
          ▶
        </span>
      )}
      {note !== undefined && <span class="note">{note}</span>}
    </div>
  );
};

/** So many files of a grid are drawn; the last one says how many follow. */
const mostTiles = 4;

type Files = Readonly<{
  files: readonly DraftFile[];
  layout: Layout;
  /** The cover of the video among them, where one is chosen. */
  cover?: Cover | undefined;
}>;

const Media = ({ files, layout, cover }: Files) => {
  const [first] = files;
  if (first === undefined) return null;
  const own = within(first.ratio ?? layout.ratio.max, layout.ratio);
  if (files.length === 1 || layout.isCarousel)
    return <Tile file={first} cover={cover} ratio={own} note={files.length > 1 ? `1 of ${files.length}` : undefined} />;
  const left = files.length - mostTiles;
  return (
    <div class="grid">
      {files.slice(0, mostTiles).map((file, index) => (
        <Tile
          key={file.id}
          file={file}
          cover={cover}
          ratio={1}
          note={left > 0 && index === mostTiles - 1 ? `+${left}` : undefined}
        />
      ))}
    </div>
  );
};

/** An address as a card. The title of the page is not known here: only the platform reads the page. */
const LinkCard = ({ link }: { link: URL }) => (
  <div class="link-card">
    <small class="quiet">{link.hostname}</small>
    <div>{link.pathname === '/' ? link.hostname : link.pathname.slice(0, 120)}</div>
  </div>
);

/** The platform of the account has its picture and would learn who looks, so the first letter takes its place. */
const Avatar = ({ name }: { name: string }) => (
  <span class="avatar" aria-hidden="true">
    {[...new Intl.Segmenter().segment(name.trim().slice(0, 32))][0]?.segment.toLocaleUpperCase() ?? '?'}
  </span>
);

const Name = ({ name, handle }: { name: string; handle: string }) => (
  <span class="who">
    <strong>{name}</strong>
    {handle !== '' && handle !== name && <span class="quiet">{handle}</span>}
  </span>
);

/** Platforms that name a person by a handle with its sign. */
const signed: ReadonlySet<PlatformKey> = new Set(['twitter', 'threads', 'bluesky', 'mastodon', 'tiktok', 'youtube']);

/** The title that a platform shows above the text, where it has one. */
const titleOf = ({ options }: Draft, platform: PlatformKey): string => {
  const title = options[platform]?.['title'];
  return typeof title === 'string' ? title : '';
};

const Arranged = ({
  layout,
  head,
  title,
  text,
  media,
  card,
}: Readonly<{
  layout: Layout;
  head: ComponentChildren;
  title: ComponentChildren;
  text: ComponentChildren;
  media: ComponentChildren;
  card: ComponentChildren;
}>) => {
  const { arrangement } = layout;
  if (arrangement === 'picture')
    return (
      <>
        {head}
        {media}
        {title}
        {text}
      </>
    );
  if (arrangement === 'video')
    return (
      <>
        {media}
        {title}
        {head}
        {text}
      </>
    );
  if (arrangement === 'tall')
    return (
      <>
        {media}
        <div class="over">
          {head}
          {title}
          {text}
        </div>
      </>
    );
  if (arrangement === 'bubble')
    return (
      <>
        {head}
        {media}
        {text}
        {card}
      </>
    );
  return (
    <>
      {head}
      {title}
      {text}
      {media}
      {card}
    </>
  );
};

/** A post as a platform is going to show it in its feed: arranged, folded and cropped as it does. */
export const Preview = ({ draft, platform, account }: Props) => {
  const layout = layouts[platform];
  const content = draft.overrides[platform] ?? draft.content;
  const name = account?.selectedPage?.name ?? account?.displayName ?? platformNames[platform];
  const username = account?.username ?? '';
  const handle = signed.has(platform) && username !== '' ? `@${username.replace(/^@/, '')}` : username;
  const link = layout.hasCard && draft.files.length === 0 ? firstLinkOf(content) : undefined;
  const title = titleOf(draft, platform);
  const hasThread = platformRules[constantOf(platform)].contentTypes.includes('THREAD');
  const head = (
    <div class="by">
      <Avatar name={name} />
      <Name name={name} handle={handle} />
    </div>
  );
  return (
    <div class={`shown ${layout.arrangement}${draft.files.length > 0 ? ' with-media' : ''}`}>
      <Arranged
        layout={layout}
        head={head}
        title={title !== '' && <strong class="title">{title}</strong>}
        text={content.trim() !== '' && <Text text={content} fold={layout.fold} />}
        media={<Media files={draft.files} layout={layout} cover={coverOf(draft.options, platform)} />}
        card={link && <LinkCard link={link} />}
      />
      {hasThread &&
        draft.thread.map(
          (part, index) =>
            (part.content.trim() !== '' || part.files.length > 0) && (
              <div key={index} class="part">
                {head}
                <Text text={part.content} fold={layout.fold} />
                <Media files={part.files} layout={layout} />
              </div>
            ),
        )}
    </div>
  );
};
