/** How AI credits are sold beside those of the plan. */
export const creditPacks = { most: 100_000, cents: 4 } as const;

/** US dollars. */
export const priceOfCredits = (credits: number): number => (credits * creditPacks.cents) / 100;
