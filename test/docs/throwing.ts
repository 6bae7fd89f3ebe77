import { expect } from 'chai';

/** Requires that something throws an error of a name. */
export const throwing = async (act: () => unknown, name: string): Promise<void> => {
  let thrown: unknown;
  try {
    await act();
  } catch (error) {
    thrown = error;
  }
  expect(thrown, 'nothing was thrown').to.be.an.instanceOf(Error);
  expect((thrown as Error).name).to.equal(name);
};
