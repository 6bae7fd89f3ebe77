import { answered, api, chosenWorkspace } from './api.ts';

/** Who looks, and the workspace that is looked at. */
export const whoIsHere = async () => {
  const me = await answered(api.GET('/v1/users/me', {}));
  const chosen = chosenWorkspace();
  const workspace = me.workspaces.find(({ id }) => chosen === undefined || id === chosen);
  if (workspace === undefined) throw new Error('You are not a member of this workspace.');
  return { me, workspace };
};
