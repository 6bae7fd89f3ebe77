/**
 * Lets no time pass for code that measures how long it has kept its thread, until undone: how busy the machine is must not
 * decide where that code gives way to others.
 */
export const stillClock = (): (() => void) => {
  const at = performance.now();
  Object.defineProperty(performance, 'now', { value: () => at, configurable: true, writable: true });
  return () => void Reflect.deleteProperty(performance, 'now');
};
