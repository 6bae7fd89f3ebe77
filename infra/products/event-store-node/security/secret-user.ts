/** The login name that goes with a node's secret. */
export const secretUser = 'service';
