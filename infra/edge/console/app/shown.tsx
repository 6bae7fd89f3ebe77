const isPlain = (value: unknown): boolean => value === null || typeof value !== 'object';

/** A JSON value as nested lists. */
export const Shown = ({ value }: { value: unknown }) => {
  if (isPlain(value)) return <span class="value">{value === null ? '–' : String(value)}</span>;
  if (Array.isArray(value)) {
    if (value.length === 0) return <span class="quiet">none</span>;
    if (value.every(isPlain)) return <span class="value">{value.join(', ')}</span>;
    return (
      <ol>
        {value.map((item, index) => (
          <li key={index}>
            <Shown value={item} />
          </li>
        ))}
      </ol>
    );
  }
  return (
    <dl>
      {Object.entries(value as object).map(([name, item]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Shown value={item} />
          </dd>
        </div>
      ))}
    </dl>
  );
};
