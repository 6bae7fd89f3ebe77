import type { ComponentChildren } from 'preact';
import type { Asked } from './asked.ts';

/** What comes below something that is asked for: it is there, but unseen until the answer above it is, so that nothing moves. */
export const Below = ({
  answer: { data, problem },
  children,
}: {
  answer: Pick<Asked<unknown>, 'data' | 'problem'>;
  children: ComponentChildren;
}) => <div hidden={data === undefined && problem === undefined}>{children}</div>;
