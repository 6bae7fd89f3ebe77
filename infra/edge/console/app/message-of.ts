/** The message of a caught value, because anything can be thrown. */
export const messageOf = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault));
