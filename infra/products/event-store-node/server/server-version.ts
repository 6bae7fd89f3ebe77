/** The version of EventStoreDB whose behaviour this node has. */
export const serverVersion = '24.10.0';
