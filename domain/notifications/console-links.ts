/**
 * The port to the pages of the console, for mails. `path` is a page of it: `posts/<id>`, `plan`. The page opens in
 * `workspaceId`, because a person of several workspaces looks at another one by default. A page about the person, such as
 * `security`, needs none.
 */
export type ConsoleLinkOf = (path: string, workspaceId?: string) => string;

export const consoleLinks =
  (publicUrl: string): ConsoleLinkOf =>
  (path, workspaceId) =>
    `${publicUrl}/console${workspaceId === undefined ? '' : `?workspace=${encodeURIComponent(workspaceId)}`}#/${path}`;
