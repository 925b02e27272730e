import type { BenchApp } from './bench-app.ts'
import { addDays, firstOfMonth, lastOfMonth, toLocalDay } from '#server/platform/periods.ts'

/** Months of the seeded purchases before the last whole one. */
const months = 12

/** Locks the payroll runs of the last months but the newest whole one, the oldest first. */
export async function lockPayroll(bench: BenchApp, token: string, at: Date): Promise<void> {
  let month = firstOfMonth(addDays(firstOfMonth(toLocalDay(at, 'UTC')), -1))
  const starts: string[] = []
  for (let n = 0; n < months; n += 1) {
    month = firstOfMonth(addDays(month, -1))
    starts.unshift(month)
  }
  for (const from of starts) {
    const days = { from, to: lastOfMonth(from) }
    const draft = await bench.call(token, `/payroll-runs/draft?from=${days.from}&to=${days.to}`)
    const { hash, lines } = JSON.parse(draft.body) as { hash: string; lines: number }
    if (lines === 0) continue
    const run = await bench.call(token, '/payroll-runs', { ...days, country: null, hash })
    if (run.status !== 200) throw new Error(`payroll run of ${from}: ${run.status} ${run.body}`)
  }
}
