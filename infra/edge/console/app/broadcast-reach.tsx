import { answered, api, type Schemas } from './api.ts';
import { useAsked } from './asked.ts';
import { isValues, type Values } from './forms/values.ts';
import { Problem } from './pieces.tsx';
import { usePaused } from './use-paused.ts';

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Counts by the query that fixes the audience when the broadcast is sent. */
const count = async ({ platforms, socialAccountId, segmentRules, audienceId }: Values): Promise<number> => {
  const on = textsOf(platforms);
  const by = typeof socialAccountId === 'string' ? { socialAccountId } : {};
  if (typeof audienceId === 'string') {
    const params = { path: { id: audienceId } };
    return (await answered(api.POST('/v1/audiences/{id}/preview-count', { params, body: { platforms: on, ...by } })))
      .count;
  }
  const { tags, platforms: narrowed, hasInteraction } = isValues(segmentRules) ? segmentRules : {};
  const among = textsOf(narrowed);
  const body = {
    platforms: among.length === 0 ? on : on.filter((platform) => among.includes(platform)),
    tags: textsOf(tags),
    ...(typeof hasInteraction === 'boolean' ? { hasInteraction } : {}),
    ...by,
  };
  if (body.platforms.length === 0) return 0;
  return (await answered(api.POST('/v1/broadcasts/preview-count', { body }))).count;
};

const preview = async ({ messageTemplate }: Values): Promise<Schemas['MessagePreview'] | undefined> =>
  typeof messageTemplate === 'string' && messageTemplate !== ''
    ? answered(api.POST('/v1/contacts/preview-message', { body: { messageTemplate } }))
    : undefined;

/** Who would get a message now, and how it reads. */
export const BroadcastReach = ({ values }: { values: Values }) => {
  const seen = usePaused(values);
  const { messageTemplate, platforms, socialAccountId, segmentRules, audienceId } = seen;
  const audience = { platforms, socialAccountId, segmentRules, audienceId };
  const reach = useAsked(`reach/${JSON.stringify(audience)}`, () => count(audience));
  const text = useAsked(`message/${String(messageTemplate ?? '')}`, async () => ({ preview: await preview(seen) }));
  return (
    <aside class="card" aria-label="Who gets it">
      <h3>Who gets it</h3>
      <Problem text={reach.problem} />
      <p aria-live="polite">
        {reach.data === undefined
          ? 'Counting …'
          : `${reach.data} ${reach.data === 1 ? 'contact' : 'contacts'} can be written to now.`}
      </p>
      <p class="quiet">
        A contact who answers STOP gets nothing any more, from any broadcast or sequence, until a person lifts it.
      </p>
      <Problem text={text.problem} />
      {text.data?.preview !== undefined && (
        <>
          <h4>How it reads for Ada Lovelace</h4>
          <p class="text">{text.data.preview.text}</p>
        </>
      )}
    </aside>
  );
};
