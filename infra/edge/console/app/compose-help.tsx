import { useRef, useState } from 'preact/hooks';
import { answered, api } from './api.ts';
import { useAsked } from './asked.ts';
import type { ChangeDraft, Draft } from './draft.ts';
import { Act } from './pieces.tsx';

type Props = Readonly<{ draft: Draft; change: ChangeDraft }>;

/** Lets a model improve the text. The text before comes back with one click, so there is no question first. */
export const Help = ({ draft, change }: Props) => {
  const { data: status } = useAsked('ai', () => answered(api.GET('/v1/ai/status', {})));
  const [before, setBefore] = useState<string>();
  const written = useRef(draft.content);
  written.current = draft.content;
  // Its place is kept, so that nothing below it moves.
  if (status === undefined) return <p class="actions help-comes" />;
  // A plan without AI has no button that fails.
  if (!status.enabled) return null;
  const improve = async (): Promise<string> => {
    const text = draft.content;
    if (text.trim() === '') return 'Write something first.';
    const { enhanced } = await answered(api.POST('/v1/ai/enhance-content', { body: { text } }));
    if (written.current !== text) return 'You wrote on in the meantime, so your text is as you left it.';
    setBefore(text);
    change({ content: enhanced });
    return 'improved';
  };
  return (
    <p class="actions">
      <Act call="POST /v1/ai/enhance-content" label="Improve the text" act={improve} />
      {before !== undefined && (
        <button type="button" onClick={() => (change({ content: before }), setBefore(undefined))}>
          My text again
        </button>
      )}
    </p>
  );
};
