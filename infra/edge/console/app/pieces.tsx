import type { ComponentChildren } from 'preact';

/** A moment in this reader's time zone; the exact one is in its title. */
export const Moment = ({ at }: { at: string | null | undefined }) =>
  at ? (
    <time dateTime={at} title={at}>
      {new Date(at).toLocaleString()}
    </time>
  ) : (
    <span class="quiet">never</span>
  );

type Tone = 'good' | 'bad' | 'plain';

export const Badge = ({ tone = 'plain', children }: { tone?: Tone; children: ComponentChildren }) => (
  <span class={`badge ${tone}`}>{children}</span>
);

/** A live region: screen readers announce its text as it appears. */
export const Problem = ({ text }: { text: string | undefined }) => (
  <p class="problem" role="alert">
    {text}
  </p>
);

export const Waiting = () => <p class="quiet">Looking …</p>;

/** A list as a table. The first column is a link where the row has a page. */
export const Table = ({
  caption,
  heads,
  rows,
}: {
  caption: string;
  heads: readonly string[];
  rows: ComponentChildren;
}) => (
  <div class="scroll">
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th scope="col" key={head}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{rows}</tbody>
    </table>
  </div>
);
