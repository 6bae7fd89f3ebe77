/**
 * Whether the person is still on the page on which they asked for something. They are taken to another page only then,
 * because what they write elsewhere would be lost.
 */
export const whereAsked = (): (() => boolean) => {
  const from = location.hash;
  return () => location.hash === from;
};

/** Opens a page when an answer has come. */
export const openingAfter = async (answer: Promise<string>): Promise<void> => {
  const isThere = whereAsked();
  const page = await answer;
  if (isThere()) location.hash = page;
};
