/**
 * The step that a contact gets next: the first behind the one it got last, in the present order of the
 * steps. Where that one was removed, the last of those it got that is still there counts; where none is,
 * the contact begins with the first step that it has not got. No step is sent twice.
 */
export const nextStepOf = <Step extends Readonly<{ id: string }>>(
  steps: readonly Step[],
  got: readonly string[],
): Step | undefined => {
  const last = got.findLast((id) => steps.some((step) => step.id === id));
  const from = last === undefined ? 0 : steps.findIndex(({ id }) => id === last) + 1;
  return steps.slice(from).find(({ id }) => !got.includes(id));
};
