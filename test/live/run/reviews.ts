import { expect } from 'chai';
import type { Connected } from './scenario.ts';
import type { Body } from './workspace.ts';

/** Somebody reviews the location; the service reads it and answers. */
export const reviewed = async ({ world, workspace }: Connected): Promise<void> => {
  world.newAccount('7000001', 'visitor.example', 'A visitor');
  const words = `Fresh bread ${world.nextNumber()}`;
  const review = world.put({ kind: 'comment', account: '7000001', text: words });
  await workspace.asPerson(200, 'POST /inbox/sync');
  const listed = (await workspace.asPerson(200, 'GET /inbox/reviews'))['data'] as Body[];
  const read = listed.find((each) => each['content'] === words);
  if (!read) throw new Error(`the review was not read: ${JSON.stringify(listed)}`);
  expect(read).to.include({ rating: 4, reviewerName: 'A visitor' });
  await workspace.asPerson(200, `POST /inbox/reviews/${read['id']}/reply`, { comment: 'Thank you' });
  expect(world.of('comment').find(({ parent }) => parent === review.id)?.text).to.equal('Thank you');
};
