/** Puts these values in the place of the globals of their names, until undone. */
export const inPlaceOfGlobals = (light: Readonly<Record<string, unknown>>): (() => void) => {
  const real = Object.keys(light).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const [name, value] of Object.entries(light))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  return () => {
    for (const [name, descriptor] of real) if (descriptor) Object.defineProperty(globalThis, name, descriptor);
  };
};
