import { useState } from 'preact/hooks';
import { answered, api } from './api.ts';
import { Act, Badge, Moment, Table } from './pieces.tsx';

/** The newest comments that a trial looks at. */
const limit = 500;

const attempt = (id: string) =>
  answered(api.POST('/v1/comment-automations/{id}/dry-run', { params: { path: { id } }, body: { limit } }));

type Trial = Awaited<ReturnType<typeof attempt>>;

const reasons = {
  ALREADY_RUN: 'It acted for this person before.',
  LATER_COMMENT: 'It acts on an earlier comment of this person.',
} as const;

/** What the automation, as it is saved, would do about the comments that came already. Nothing is sent. */
export const AutomationTrial = ({ id }: { id: string }) => {
  const [trial, setTrial] = useState<Trial>();
  const tried = async (): Promise<string> => {
    const answer = await attempt(id);
    setTrial(answer);
    return `${answer.matched} of ${answer.examined} comments match; it would act on ${answer.wouldRun}.`;
  };
  return (
    <section aria-labelledby="trial">
      <h3 id="trial">Try it on past comments</h3>
      <p class="quiet">Nothing is sent or changed.</p>
      <p class="actions">
        <Act call="POST /v1/comment-automations/{id}/dry-run" label="Try it" act={tried} />
      </p>
      {trial !== undefined && trial.matches.length > 0 && (
        <Table
          caption="Comments that match, newest first"
          heads={['Comment', 'Keyword', 'What it would do', 'Written']}
          rows={trial.matches.map(({ commentId, content, keyword, wouldRun, reason, platformCreatedAt }) => (
            <tr key={commentId}>
              <td class="wide">{content}</td>
              <td>{keyword}</td>
              <td>{wouldRun ? <Badge tone="good">act</Badge> : reason === null ? 'nothing' : reasons[reason]}</td>
              <td>
                <Moment at={platformCreatedAt} />
              </td>
            </tr>
          ))}
        />
      )}
    </section>
  );
};
