/**
 * Duration of a chaos test: CHAOS_SECONDS of `npm run chaos`, or the short duration of `npm test --
 * chaos`.
 */
export const isChaosRun = process.env['CHAOS_SECONDS'] !== undefined
export const durationSeconds = (short: number) => Number(process.env['CHAOS_SECONDS'] ?? short)
/**
 * Returns the promised deadline in a chaos run, and at least 30 seconds on a busy machine in `npm
 * test -- chaos`.
 */
export const deadlineMs = (ms: number) => (isChaosRun ? ms : Math.max(30_000, ms))

/** Prints a measurement for docs/faults.md in a chaos run. */
export function reportMeasurement(name: string, value: string | number): void {
  if (isChaosRun)
    process.stdout.write(`  ${name}: ${typeof value === 'number' ? Math.round(value) : value}\n`)
}
