import { useContext, useState } from 'preact/hooks';
import {
  coveredVideo,
  coverOf,
  takesMoment,
  takesPicture,
  takesWholeSeconds,
  withCover,
  type Cover as Chosen,
} from './covers.ts';
import type { ChangeDraft, Draft } from './draft.ts';
import { FrameAt } from './frame-at.tsx';
import { messageOf } from './message-of.ts';
import { Problem } from './pieces.tsx';
import { platformNames, type PlatformKey } from './platforms.ts';
import { Uploading } from './uploading.ts';
import { upload } from './uploads.ts';

type Props = Readonly<{
  draft: Draft;
  change: ChangeDraft;
  platforms: readonly PlatformKey[];
}>;

const namesOf = (platforms: readonly PlatformKey[]): string =>
  new Intl.ListFormat('en').format(platforms.map((platform) => platformNames[platform]));

const shownSeconds = (seconds: number): string => `${seconds.toFixed(1)} s`;

/** A moment of the video, chosen by sight. A video that this browser cannot play has the moment alone. */
const MomentOf = ({
  address,
  length,
  seconds,
  step,
  choose,
}: {
  address: string;
  length: number | undefined;
  seconds: number;
  /** The seconds between two moments that can be chosen. */
  step: number;
  choose(seconds: number): void;
}) => {
  const [played, setPlayed] = useState<number>();
  const [isGone, setIsGone] = useState(false);
  const last = length ?? played;
  return (
    <div class="cover-moment">
      {!isGone && (
        <FrameAt
          address={address}
          seconds={seconds}
          label="The moment that is chosen"
          gone={() => setIsGone(true)}
          known={setPlayed}
        />
      )}
      <label>
        Moment <span class="quiet">{shownSeconds(seconds)}</span>
        {last === undefined ? (
          <input
            type="number"
            min={0}
            step={step}
            value={seconds}
            aria-label="Moment of the cover, in seconds"
            onInput={({ currentTarget: { value } }) => choose(Math.max(0, Number(value)))}
          />
        ) : (
          <input
            type="range"
            min={0}
            max={last}
            step={step}
            value={seconds}
            aria-label="Moment of the cover, in seconds"
            aria-valuetext={shownSeconds(seconds)}
            onInput={({ currentTarget: { value } }) => choose(Number(value))}
          />
        )}
      </label>
    </div>
  );
};

/** Stores a picture in the workspace and answers its address. */
const PictureOf = ({ platforms, choose }: { platforms: readonly PlatformKey[]; choose(address: string): void }) => {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const count = useContext(Uploading);
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    setBusy(true);
    setProblem(undefined);
    await count(upload(file)).then(
      ({ publicUrl }) => choose(publicUrl),
      (fault: unknown) => setProblem(messageOf(fault)),
    );
    setBusy(false);
  };
  return (
    <>
      <label>
        Picture as the cover on {namesOf(platforms)}{' '}
        <input
          type="file"
          accept="image/jpeg,image/png"
          disabled={busy}
          onChange={({ currentTarget }) => {
            void take(currentTarget.files?.[0]);
            currentTarget.value = '';
          }}
        />
      </label>
      <Problem text={problem} />
    </>
  );
};

const said = (cover: Chosen | undefined): string => {
  if (cover === undefined) return 'the platform chooses';
  return 'seconds' in cover ? `the moment at ${shownSeconds(cover.seconds)}` : 'your picture';
};

/** The cover of a video on the platforms that let a post choose it: a moment of the video, or a picture. */
export const Cover = ({ draft, change, platforms }: Props) => {
  const video = coveredVideo(draft.files);
  const withMoment = platforms.filter(takesMoment);
  const withPicture = platforms.filter(takesPicture);
  if (video?.video === undefined || withMoment.length === 0) return null;
  const set = (cover: Chosen | undefined): void =>
    change(({ options }) => ({ options: withCover(options, withMoment, cover) }));
  const covers = withMoment.map((platform) => [platform, coverOf(draft.options, platform)] as const);
  const moments = covers.flatMap(([, cover]) => (cover !== undefined && 'seconds' in cover ? [cover.seconds] : []));
  return (
    <fieldset class="drop">
      <legend>Cover of the video</legend>
      <ul class="files" aria-label="Covers">
        {covers.map(([platform, cover]) => (
          <li key={platform}>
            {platformNames[platform]}: <span class="quiet">{said(cover)}</span>
          </li>
        ))}
      </ul>
      <MomentOf
        address={video.video}
        length={video.seconds}
        seconds={Math.max(0, ...moments)}
        step={withMoment.every(takesWholeSeconds) ? 1 : 0.1}
        choose={(seconds) => set({ seconds })}
      />
      {withPicture.length > 0 && <PictureOf platforms={withPicture} choose={(address) => set({ address })} />}
      {covers.some(([, cover]) => cover !== undefined) && (
        <p class="actions">
          <button type="button" onClick={() => set(undefined)}>
            Let the platform choose the cover
          </button>
        </p>
      )}
    </fieldset>
  );
};
