import { createContext, Fragment } from 'preact';
import { useContext } from 'preact/hooks';
import type { Names } from './named.ts';

/** What an id within a value means. */
export const KnownNames = createContext<Names>(new Map());

const isPlain = (value: unknown): boolean => value === null || typeof value !== 'object';

/** A value that has no parts. A known id is shown as a name, with a link to its page. */
const Plain = ({ value }: { value: unknown }) => {
  const named = useContext(KnownNames).get(String(value));
  if (named?.href !== undefined) return <a href={named.href}>{named.name}</a>;
  return <span class="value">{value === null ? '–' : (named?.name ?? String(value))}</span>;
};

/** A JSON value as nested lists. */
export const Shown = ({ value }: { value: unknown }) => {
  if (isPlain(value)) return <Plain value={value} />;
  if (Array.isArray(value)) {
    if (value.length === 0) return <span class="quiet">none</span>;
    if (value.every(isPlain))
      return (
        <>
          {value.map((item, index) => (
            <Fragment key={index}>
              {index > 0 && ', '}
              <Plain value={item} />
            </Fragment>
          ))}
        </>
      );
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
