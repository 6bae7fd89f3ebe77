// #region example
import { startChild } from '@social-publishing/child-process';

const program = "console.log('ready'); setInterval(() => {}, 1000); process.on('SIGTERM', () => process.exit());";
const child = await startChild({
  name: 'worker',
  command: process.execPath,
  args: ['--eval', program],
  ready: (line) => (line === 'ready' ? { at: 'once' } : undefined),
});
console.log(child.ready.at);
await child.stop();
// #endregion
