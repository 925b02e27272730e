import { beforeEach, expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/durations.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { leaseMs } from './lease.ts'
import { runNightly } from './nightly.ts'

const t = setupTestApp()
let runs: number
/** What a run does, and when its process stops. */
let work: () => Promise<void>
let stops: boolean
let name: string
const runOnce = () =>
  runNightly(
    t.services,
    {
      name,
      nightlyAtHourUtc: 3,
      async run() {
        runs += 1
        await work()
      },
    },
    () => stops,
  )
beforeEach(async () => {
  runs = 0
  stops = false
  work = () => Promise.resolve()
  name = `test ${Math.random()}`
  t.clock.set(new Date('2026-03-10T12:00:00Z'))
  await runOnce()
  t.clock.set(new Date('2026-03-11T03:05:00Z'))
})

test('a nightly run is repeated in the next night, not before', async () => {
  await runOnce()
  t.clock.advance(hourMs)
  await runOnce()
  expect(runs).toBe(1)
  t.clock.set(new Date('2026-03-12T03:00:00Z'))
  await runOnce()
  expect(runs).toBe(2)
})

test('a nightly run that a shutdown interrupts continues at once', async () => {
  stops = true
  await runOnce()
  stops = false
  await runOnce()
  await runOnce()
  expect(runs).toBe(2)
})

test('a nightly run of a dead process continues after its lease', async () => {
  let end = () => {}
  work = () =>
    new Promise((resolve) => {
      end = resolve
    })
  const dead = runOnce()
  await expect.poll(() => runs).toBe(1)
  work = () => Promise.resolve()
  await runOnce()
  expect(runs).toBe(1)
  t.clock.advance(leaseMs)
  await runOnce()
  expect(runs).toBe(2)
  // The paused process ends late, and leaves the time of the next run as it is.
  end()
  await dead
  await runOnce()
  expect(runs).toBe(2)
})

test('a nightly run that fails is repeated after an hour', async () => {
  work = () => Promise.reject(new Error('the database is away'))
  await expect(runOnce()).rejects.toThrow('away')
  await runOnce()
  expect(runs).toBe(1)
  work = () => Promise.resolve()
  t.clock.advance(hourMs)
  await runOnce()
  expect(runs).toBe(2)
  t.clock.advance(dayMs - 2 * hourMs)
  await runOnce()
  expect(runs).toBe(2)
})
