import { alertOf, entryPage, escaped } from '../sign-in/page.ts';
import type { OfferedWorkspace } from './applications.ts';
import { scopeWords } from './scope-words.ts';

type Asked = Readonly<{
  action: string;
  name: string;
  redirectHost: string;
  person: string;
  scopes: readonly string[];
  workspaces: readonly OfferedWorkspace[];
  problem?: string;
}>;

const option = ({ id, name, role }: OfferedWorkspace): string =>
  `<option value="${escaped(id)}">${escaped(name)} (${escaped(role.toLowerCase())})</option>`;

/** Asks a person whether an application may act for them, in which workspace, and for what. */
export const consentPage = ({ action, name, redirectHost, person, scopes, workspaces, problem }: Asked): string =>
  entryPage(
    `Connect ${name}`,
    `${alertOf(problem)}
<p><strong>${escaped(name)}</strong> wants to act for you, ${escaped(person)}. It is sent back to
<strong>${escaped(redirectHost)}</strong>. The name is what the application calls itself: agree only where you know this
address and began this yourself.</p>
<p>It wants to:</p>
<ul>
${scopes.map((scope) => `<li>${escaped(scopeWords[scope] ?? scope)} <small>(${escaped(scope)})</small></li>`).join('\n')}
</ul>
<form method="post" action="${escaped(action)}">
${
  workspaces.length === 0
    ? '<p>You are a member of no workspace, so there is nothing to connect it to.</p>'
    : `<label>In the workspace
<select name="workspace">
${workspaces.map(option).join('\n')}
</select></label>
<p><small>It may do no more than your role there allows, and you can end it under Security in the console.</small></p>
<button name="decision" value="allow">Connect</button>`
}
<button name="decision" value="deny">Do not connect</button>
</form>`,
  );
