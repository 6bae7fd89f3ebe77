import { Act } from './pieces.tsx';

const fileName = 'recovery-codes.txt';

/** The recovery codes, which the service shows this once. */
export const RecoveryCodes = ({ codes }: { codes: readonly string[] }) => {
  const text = `${codes.join('\n')}\n`;
  const copy = async (): Promise<string> => {
    await navigator.clipboard.writeText(text);
    return 'copied';
  };
  return (
    <div class="card good" role="status">
      <h3>Your recovery codes</h3>
      <p>
        They are not shown again. Each opens one sign-in when the telephone is lost. Keep them apart from the telephone.
      </p>
      <ul class="codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p class="actions">
        <Act call={null} label="Copy" describedAs="Copy the recovery codes" act={copy} />
        <a class="button" download={fileName} href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}>
          Download
        </a>
      </p>
    </div>
  );
};
