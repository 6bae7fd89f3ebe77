import { answered, api, type Schemas } from './api.ts';
import { useAsked } from './asked.ts';
import type { Draft } from './draft.ts';
import { Badge, Problem } from './pieces.tsx';
import { constantOf, platformName, platformNames, type PlatformKey } from './platforms.ts';
import { usePaused } from './use-paused.ts';

type Verdict = Schemas['Verdict']['platforms'][string];

/** The platforms by the text that goes out there: each text is checked once. */
const byText = (
  { content, overrides }: Draft,
  platforms: readonly PlatformKey[],
): ReadonlyMap<string, PlatformKey[]> => {
  const texts = new Map<string, PlatformKey[]>();
  for (const platform of platforms) {
    const text = overrides[platform] ?? content;
    texts.set(text, [...(texts.get(text) ?? []), platform]);
  }
  return texts;
};

const look = async (draft: Draft, platforms: readonly PlatformKey[]): Promise<ReadonlyMap<string, Verdict>> => {
  const mediaIds = draft.files.map(({ id }) => id);
  const asked = [...byText(draft, platforms)].map(([content, of]) =>
    answered(api.POST('/v1/posts/validate', { body: { content, platforms: of.map(constantOf), mediaIds } })),
  );
  const verdicts = await Promise.all(asked);
  return new Map(verdicts.flatMap((verdict) => Object.entries(verdict.platforms)));
};

const Preview = ({
  draft,
  platform,
  verdict,
}: {
  draft: Draft;
  platform: PlatformKey;
  verdict: Verdict | undefined;
}) => (
  <article class="card preview" aria-label={`On ${platformNames[platform]}`}>
    <div class="head">
      <strong>{platformNames[platform]}</strong>
      {verdict !== undefined && (
        <Badge tone={verdict.valid ? 'good' : 'bad'}>{verdict.valid ? 'can go out' : 'is refused'}</Badge>
      )}
    </div>
    <p class="text">{draft.overrides[platform] ?? draft.content}</p>
    {draft.files.length > 0 && <p class="quiet">with {draft.files.map(({ filename }) => filename).join(', ')}</p>}
    {verdict?.errors.map(({ code, message }) => (
      <p key={`${code} ${message}`} class="bad-text">
        {message}
      </p>
    ))}
    {verdict?.warnings.map(({ code, message }) => (
      <p key={`${code} ${message}`} class="warning-text">
        {message}
      </p>
    ))}
  </article>
);

/** How the post looks on each platform, and what each would say of it. */
export const Verdicts = ({ draft, platforms }: { draft: Draft; platforms: readonly PlatformKey[] }) => {
  const seen = usePaused(draft);
  const key = JSON.stringify([seen.content, seen.overrides, seen.files.map(({ id }) => id), platforms]);
  const { data, problem } = useAsked(`verdict/${key}`, async () =>
    platforms.length === 0 ? new Map<string, Verdict>() : look(seen, platforms),
  );
  const verdicts = new Map([...(data ?? [])].map(([platform, verdict]) => [platformName(platform), verdict]));
  return (
    <aside aria-label="How it looks">
      <h3>How it looks</h3>
      <Problem text={problem} />
      {platforms.length === 0 && <p class="quiet">Choose where it goes.</p>}
      {platforms.map((platform) => (
        <Preview key={platform} draft={draft} platform={platform} verdict={verdicts.get(platformNames[platform])} />
      ))}
    </aside>
  );
};
