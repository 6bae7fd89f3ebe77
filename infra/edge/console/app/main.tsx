import { messageOf } from './message-of.ts';
import { render } from 'preact';
import { enterNamedWorkspace } from './arrival.ts';
import { finishConnecting } from './connecting.ts';
import { Console } from './console.tsx';
import { keepForOffline } from './offline.ts';
import { finishSignIn } from './session.ts';

enterNamedWorkspace();
await finishConnecting();
const problem = await finishSignIn().then(
  () => undefined,
  (fault: unknown) => messageOf(fault),
);
const root = document.getElementById('console');
if (root) render(<Console problem={problem} />, root);
void keepForOffline();
