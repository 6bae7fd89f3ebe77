/** Rows of a read model. Before its first build it has no view, and so no rows. */
export const readIfShown = async <Row>(read: () => Promise<readonly Row[]>): Promise<readonly Row[]> => {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '42P01') return [];
    throw error;
  }
};
