import { useRefusals } from './allowed.tsx';
import { useHold } from './held.tsx';
import { messageOf } from './message-of.ts';
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { writtenMoment } from './moments.ts';
import type { Call } from './rights.ts';
import { useWorkspaceTime } from './workspace-zone.tsx';

/** A moment in this reader's time zone. Its title is the exact one, and that of the clocks of the workspace. */
export const Moment = ({ at }: { at: string | null | undefined }) => {
  const there = useWorkspaceTime(at ?? undefined);
  if (!at) return <span class="quiet">never</span>;
  return (
    <time dateTime={at} title={there === undefined ? at : `${there}; ${at}`}>
      {writtenMoment(at)}
    </time>
  );
};

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

/** A state that another thing is in, in the tone of what it asks of the reader. */
const tones: Readonly<Record<string, Tone>> = {
  active: 'good',
  published: 'good',
  scheduled: 'good',
  approved: 'good',
  delivered: 'good',
  completed: 'good',
  sent: 'good',
  read: 'good',
  failed: 'bad',
  partial: 'bad',
  expired: 'bad',
  error: 'bad',
  revoked: 'bad',
  disconnected: 'bad',
  payment_paused: 'bad',
  rejected: 'bad',
};

export const State = ({ of }: { of: string }) => (
  <Badge tone={tones[of.toLowerCase()] ?? 'plain'}>{of.toLowerCase().replaceAll('_', ' ')}</Badge>
);

/**
 * Names each cell by its column, for telephones show a row as a card of named values. The roles are
 * said aloud, because a browser forgets them where a row is no longer laid out as one.
 */
const nameCells = (table: HTMLTableElement, heads: readonly string[]): void => {
  table.setAttribute('role', 'table');
  for (const row of table.rows) {
    row.setAttribute('role', 'row');
    for (const [index, cell] of [...row.cells].entries()) {
      if (cell.tagName === 'TH') cell.setAttribute('role', 'columnheader');
      else {
        cell.setAttribute('role', 'cell');
        cell.dataset['head'] = heads[index] ?? '';
      }
    }
  }
};

/** Whether a frame is too small for what it holds. The keyboard has to reach such a frame, to move what it shows. */
export const useIsCut = <Frame extends HTMLElement>(): readonly [boolean, RefObject<Frame | null>] => {
  const frame = useRef<Frame>(null);
  const [isCut, setIsCut] = useState(false);
  useEffect(() => {
    const { current } = frame;
    if (current === null) return undefined;
    const watch = new ResizeObserver(() =>
      setIsCut(current.scrollWidth > current.clientWidth || current.scrollHeight > current.clientHeight),
    );
    // What it holds may grow while the frame does not.
    for (const element of [current, ...current.children]) watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return [isCut, frame];
};

/** A list as a table. The first column is a link where the row has a page. */
export const Table = ({
  caption,
  heads,
  rows,
  isCompact = false,
}: {
  caption: string;
  heads: readonly string[];
  rows: ComponentChildren;
  /** Short values that say themselves what they are: a telephone shows them beside each other. */
  isCompact?: boolean;
}) => {
  const table = useRef<HTMLTableElement>(null);
  useLayoutEffect(() => {
    if (table.current !== null) nameCells(table.current, heads);
  });
  const [isCut, frame] = useIsCut<HTMLDivElement>();
  return (
    <div
      class={`scroll${isCut ? ' cut' : ''}${isCompact ? ' compact' : ''}`}
      ref={frame}
      {...(isCut ? { tabIndex: 0, role: 'region', 'aria-label': caption } : {})}
    >
      <table ref={table}>
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
};

/**
 * Carries out an action and shows its result. It cannot be pressed again while it is under way. It is absent where the
 * service refuses the person who looks its call.
 */
export const Act = ({
  call,
  label,
  act,
  isFirst = false,
  describedAs,
}: {
  /** The operation of the API that it asks for; null where it asks for none. */
  call: Call | null;
  label: string;
  act(): Promise<string>;
  /** The action that the page is for. */
  isFirst?: boolean;
  /** The button's name for screen readers, where the label alone is on the page several times. */
  describedAs?: string;
}) => {
  const refused = useRefusals();
  const hold = useHold();
  const [said, setSaid] = useState<string>();
  const [busy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(
    () => () => {
      // What was pressed by the keyboard is gone: the keyboard goes on in the page, not at the start of the document.
      if (button.current !== null && button.current === document.activeElement)
        document.getElementById('main')?.focus();
    },
    [],
  );
  if (call !== null && refused(call) !== undefined) return null;
  const run = async (): Promise<void> => {
    setBusy(true);
    const release = hold?.();
    setSaid(await act().catch((fault: unknown) => messageOf(fault)));
    setBusy(false);
    release?.();
  };
  return (
    <>
      <button
        type="button"
        class={isFirst ? 'first' : undefined}
        ref={button}
        // A disabled button would lose the focus of the keyboard.
        aria-disabled={busy}
        aria-label={describedAs}
        onClick={() => busy || void run()}
      >
        {label}
      </button>{' '}
      <span role="status">{busy && hold ? 'Sending …' : said}</span>
    </>
  );
};

/**
 * An action behind a question. The question closes when the action is done; a refused one leaves it
 * open with the reason.
 */
export const Confirm = ({
  call,
  label,
  act,
  describedAs,
  question,
  isFirst = false,
}: {
  call: Call;
  label: string;
  act(): Promise<string>;
  describedAs?: string;
  question: string;
  /** The action that the page is for. */
  isFirst?: boolean;
}) => {
  const refused = useRefusals();
  const dialog = useRef<HTMLDialogElement>(null);
  const [asked, setAsked] = useState(0);
  if (refused(call) !== undefined) return null;
  const open = (): void => {
    // The reason of an earlier refusal goes away.
    setAsked(asked + 1);
    dialog.current?.showModal();
  };
  const close = (): void => dialog.current?.close();
  const confirmed = async (): Promise<string> => {
    const said = await act();
    close();
    return said;
  };
  return (
    <>
      <button type="button" class={isFirst ? 'first' : undefined} aria-label={describedAs} onClick={open}>
        {label}
      </button>
      <dialog ref={dialog} aria-label={question}>
        <p>{question}</p>
        <button type="button" onClick={close}>
          Cancel
        </button>{' '}
        <Act key={asked} call={call} label={label} act={confirmed} />
      </dialog>
    </>
  );
};

/** The buttons of a list that pages by cursors: the cursors of the pages before, newest last. */
export const CursorButtons = ({
  name,
  cursors,
  next,
  go,
}: {
  name: string;
  cursors: readonly string[];
  next: string | null | undefined;
  go(cursors: readonly string[]): void;
}) =>
  cursors.length === 0 && !next ? null : (
    <nav class="pages" aria-label={name}>
      <button type="button" disabled={cursors.length === 0} onClick={() => go(cursors.slice(0, -1))}>
        Newer
      </button>
      <button type="button" disabled={!next} onClick={() => next && go([...cursors, next])}>
        Older
      </button>
    </nav>
  );

/** The buttons of a list that pages: by numbers from 1 on. The newest come first by default. */
export const PageButtons = ({
  name,
  page,
  last,
  go,
  before = 'Newer',
  after = 'Older',
}: {
  name: string;
  page: number;
  last: number;
  go(page: number): void;
  before?: string;
  after?: string;
}) =>
  last <= 1 ? null : (
    <nav class="pages" aria-label={name}>
      <button type="button" disabled={page <= 1} onClick={() => go(page - 1)}>
        {before}
      </button>{' '}
      page {page} of {last}{' '}
      <button type="button" disabled={page >= last} onClick={() => go(page + 1)}>
        {after}
      </button>
    </nav>
  );
