/** A caught value as an error, because anything can be thrown. */
export const errorOf = (fault: unknown): Error => (fault instanceof Error ? fault : new Error(String(fault)));

/** The code that Node gives a fault of the system, such as ENOENT; undefined where it gives none. */
export const faultCodeOf = (fault: unknown): string | undefined =>
  fault instanceof Error && 'code' in fault && typeof fault.code === 'string' ? fault.code : undefined;
