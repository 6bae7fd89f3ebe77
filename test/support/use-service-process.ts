import { opened } from './opened.ts';
import { ServiceProcess, startLimitMs } from './service-process.ts';

/** One service for the tests of a `describe`, as a process that they may kill. After a failed test its last lines are printed. */
export const useServiceProcess = (): (() => ServiceProcess) => {
  const service = opened(
    () => ServiceProcess.start(),
    (it) => it.dispose(),
    startLimitMs,
  );
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.log(service().output.slice(-4_000));
  });
  return service;
};
