import { cutText } from '../kernel/stored-text.ts';
/** What a step says where the post does without it: stored as the step's result, shown on the destination. */
export type StepWarning = Readonly<{ code: string; message: string }>;

const form = /^warning ([A-Z_]+): (.+)$/s;
const maxMessage = 500;

/** The result of a step that failed and that the post does without. */
export const stepWarning = ({ code, message }: StepWarning): string =>
  `warning ${code}: ${cutText(message, maxMessage)}`;

/** The warnings among the results of a destination's steps. */
export const warningsIn = (steps: Readonly<Record<string, string>>): readonly StepWarning[] =>
  Object.values(steps).flatMap((result) => {
    const [, code, message] = form.exec(result) ?? [];
    return code === undefined || message === undefined ? [] : [{ code, message }];
  });
