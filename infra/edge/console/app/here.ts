import { answered, api, chosenWorkspace } from './api.ts';
import { lately, useLately, type Asked } from './asked.ts';

const me = () => answered(api.GET('/v1/users/me', {}));

/** The person who looks. */
export const useMe = (): Asked<Awaited<ReturnType<typeof me>>> => useLately('me', me);

/** Who looks, and the workspace that is looked at. */
export const whoIsHere = async () => {
  const person = await lately('me', me);
  const chosen = chosenWorkspace();
  const workspace = person.workspaces.find(({ id }) => chosen === undefined || id === chosen);
  if (workspace === undefined) throw new Error('You are not a member of this workspace.');
  return { me: person, workspace };
};
