/**
 * How long a step of the live run waits for what has to come, in milliseconds. A changed service waits for what never
 * comes: there it is less, which is still many times what an unchanged one needs.
 */
export const patience = { ms: 45_000 };
