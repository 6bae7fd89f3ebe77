import type { PublishRun } from '../../domain/platforms/publisher.ts';

/** The same run with another way to send. */
export const sending = (run: PublishRun, send: PublishRun['send']): PublishRun => {
  // Built on the run itself, so that what it remembers of this try stays visible.
  const changed = Object.create(run, { send: { value: send } }) as PublishRun;
  return new Proxy(changed, {
    get: (target, name) => {
      const value: unknown = name === 'send' ? send : Reflect.get(run, name, run);
      return typeof value === 'function' && name !== 'send' ? (value.bind(run) as unknown) : value;
    },
    has: (target, name) => name in target,
  });
};
