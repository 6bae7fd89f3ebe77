/**
 * How many times as long as on a quiet machine a test may take and wait. A run whose tests share the processors with other work sets it:
 * a limit is there to end what never ends, and a busy machine is no fault of the service.
 */
export const patience = Number(process.env['TEST_PATIENCE'] ?? 1);
