import { useState } from 'preact/hooks';
import { checkpointSteps, type CheckStep } from './checkpoint-check.ts';
import { Act, Badge } from './pieces.tsx';
import { saved } from './saved.ts';

/** Checks in the browser, step by step, that the newest checkpoint of the log is genuine. */
export const AuditCheck = () => {
  const [steps, setSteps] = useState<readonly CheckStep[]>([]);
  const check = async (): Promise<string> => {
    const found: CheckStep[] = [];
    setSteps([]);
    for await (const step of checkpointSteps(localStorage)) {
      found.push(step);
      setSteps([...found]);
    }
    return found.every(({ holds }) => holds) ? 'Every step holds.' : 'The log is not proven genuine.';
  };
  const checkpoint = steps[0]?.evidence;
  return (
    <section aria-labelledby="check">
      <h3 id="check">Is the log genuine?</h3>
      <p class="quiet">
        Every event of the service is in one tree of hashes, which the service signs each minute. Your browser computes
        the steps itself.
      </p>
      <p class="actions">
        <Act call={null} label="Check it now" act={check} />
        {checkpoint !== undefined && (
          <Act
            call={null}
            label="Keep the checkpoint"
            act={async () => {
              saved(new Blob([`${checkpoint}\n`], { type: 'application/x-ndjson' }), 'checkpoint.ndjson');
              return 'saved';
            }}
          />
        )}
      </p>
      <ol class="talk" aria-label="Steps of the check" aria-live="polite">
        {steps.map(({ title, holds, detail }) => (
          <li key={title} class="card">
            <Badge tone={holds ? 'good' : 'bad'}>{holds ? 'holds' : 'does not hold'}</Badge> <strong>{title}</strong>
            <p class="text">{detail}</p>
          </li>
        ))}
      </ol>
      {steps.length > 0 && (
        <p class="quiet">
          This proves which log the service vouches for, not yet each event of it. An operator exports a bundle by{' '}
          <code>npm run audit -- export</code>, and <code>npm run audit -- verify</code> checks it offline against
          checkpoints that you keep.
        </p>
      )}
    </section>
  );
};
