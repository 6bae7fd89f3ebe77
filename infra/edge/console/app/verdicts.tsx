import { answered, api, type Schemas } from './api.ts';
import { useAsked } from './asked.ts';
import { Preview } from './compose-preview.tsx';
import type { Draft } from './draft.ts';
import { Badge, Problem, useIsCut } from './pieces.tsx';
import { constantOf, platformName, platformNames, type PlatformKey } from './platforms.ts';
import { usePaused } from './use-paused.ts';

type Account = Schemas['Account'];
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

const Judged = ({
  draft,
  platform,
  accounts,
  verdict,
}: {
  draft: Draft;
  platform: PlatformKey;
  /** The chosen accounts on the platform. */
  accounts: readonly Account[];
  verdict: Verdict | undefined;
}) => (
  <article class="card preview" aria-label={`On ${platformNames[platform]}`}>
    <div class="head">
      <strong>
        {platformNames[platform]} {accounts.length > 1 && <span class="quiet">on {accounts.length} accounts</span>}
      </strong>
      {verdict !== undefined && (
        <Badge tone={verdict.valid ? 'good' : 'bad'}>{verdict.valid ? 'can go out' : 'is refused'}</Badge>
      )}
    </div>
    <Preview draft={draft} platform={platform} account={accounts[0]} />
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
export const Verdicts = ({
  draft,
  platforms,
  accounts,
}: {
  draft: Draft;
  platforms: readonly PlatformKey[];
  accounts: readonly Account[];
}) => {
  const seen = usePaused(draft);
  const key = JSON.stringify([seen.content, seen.overrides, seen.files.map(({ id }) => id), platforms]);
  const { data, problem } = useAsked(`verdict/${key}`, async () =>
    platforms.length === 0 ? new Map<string, Verdict>() : look(seen, platforms),
  );
  const verdicts = new Map([...(data ?? [])].map(([platform, verdict]) => [platformName(platform), verdict]));
  const [isCut, frame] = useIsCut<HTMLElement>();
  return (
    <aside aria-label="How it looks" ref={frame} {...(isCut ? { tabIndex: 0 } : {})}>
      <h3>How it looks</h3>
      <Problem text={problem} />
      {platforms.length === 0 && <p class="quiet">Choose where it goes.</p>}
      {platforms.map((platform) => (
        <Judged
          key={platform}
          draft={draft}
          platform={platform}
          accounts={accounts.filter(
            (account) => account.platform === platform && draft.accountIds.includes(account.id),
          )}
          verdict={verdicts.get(platformNames[platform])}
        />
      ))}
    </aside>
  );
};
