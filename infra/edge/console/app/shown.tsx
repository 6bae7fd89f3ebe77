import { createContext, Fragment } from 'preact';
import { useContext } from 'preact/hooks';
import { wordsOf } from './forms/words.ts';
import type { Names } from './named.ts';
import { Moment } from './pieces.tsx';

/** What an id within a value means. */
export const KnownNames = createContext<Names>(new Map());

const isPlain = (value: unknown): boolean => value === null || typeof value !== 'object';

/** In words for people, or by the fields of events for operators, who look for them in the log. */
type Manner = 'words' | 'fields';

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** A value that has no parts. A known id is shown as a name, with a link to its page. */
const Plain = ({ value, manner }: { value: unknown; manner: Manner }) => {
  const named = useContext(KnownNames).get(String(value));
  if (manner === 'words' && typeof value === 'string' && instant.test(value)) return <Moment at={value} />;
  if (named?.href !== undefined) return <a href={named.href}>{named.name}</a>;
  return <span class="value">{value === null ? '–' : (named?.name ?? String(value))}</span>;
};

/** A JSON value as nested lists. */
export const Shown = ({ value, manner = 'fields' }: { value: unknown; manner?: Manner }) => {
  if (isPlain(value)) return <Plain value={value} manner={manner} />;
  if (Array.isArray(value)) {
    if (value.length === 0) return <span class="quiet">none</span>;
    if (value.every(isPlain))
      return (
        <>
          {value.map((item, index) => (
            <Fragment key={index}>
              {index > 0 && ', '}
              <Plain value={item} manner={manner} />
            </Fragment>
          ))}
        </>
      );
    return (
      <ol>
        {value.map((item, index) => (
          <li key={index}>
            <Shown value={item} manner={manner} />
          </li>
        ))}
      </ol>
    );
  }
  return (
    <dl>
      {Object.entries(value as object).map(([name, item]) => (
        <div key={name}>
          <dt>{manner === 'words' ? wordsOf(name) : name}</dt>
          <dd>
            <Shown value={item} manner={manner} />
          </dd>
        </div>
      ))}
    </dl>
  );
};
