/**
 * Returns the delay in milliseconds before a retry: five seconds after the first failure, doubling
 * up to an hour.
 */
export const backoffMs = (attempts: number): number => Math.min(5_000 * 2 ** attempts, 3_600_000)
