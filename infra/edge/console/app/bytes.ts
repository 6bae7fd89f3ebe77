const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** A size as people read it: 1536 is 1.5 KB. */
export const bytesText = (bytes: number): string => {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  const amount = bytes / 1024 ** power;
  return `${power === 0 ? amount : amount.toFixed(1)}\u00a0${units[power]}`;
};
