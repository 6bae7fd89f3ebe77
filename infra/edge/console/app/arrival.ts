import { chooseWorkspace } from './api.ts';

/**
 * Opens the workspace that the link of a mail names. The address forgets it, so a later choice of another workspace
 * stays when the page is loaded again.
 */
export const enterNamedWorkspace = (): void => {
  const query = new URLSearchParams(location.search);
  const named = query.get('workspace');
  if (named === null) return;
  if (named !== '') chooseWorkspace(named);
  history.replaceState(null, '', `/console${location.hash}`);
};
