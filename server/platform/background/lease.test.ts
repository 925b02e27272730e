import { beforeEach, expect, test, vi } from 'vitest'
import { secondMs } from '#contract/durations.ts'
import { movableClock } from '#server/platform/clock.ts'
import { holdLease, leaseMs } from './lease.ts'

const start = new Date('2026-06-15T12:00:00Z')
const after = (ms: number) => new Date(start.getTime() + ms)
type Renew = (heldUntil: Date, until: Date) => Promise<boolean>
let clock: ReturnType<typeof movableClock>
beforeEach(() => {
  clock = movableClock(start)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  return () => vi.useRealTimers()
})
/** Passes time in steps of a second. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    clock.advance(secondMs)
    await vi.advanceTimersByTimeAsync(secondMs)
  }
}

test('a lease is renewed every five seconds until it is stopped', async () => {
  const renew = vi.fn<Renew>(() => Promise.resolve(true))
  const lease = holdLease({ clock }, after(leaseMs), renew)
  await pass(22)
  expect(renew.mock.calls).toEqual(
    [0, 5, 10, 15].map((s) => [after(leaseMs + s * secondMs), after(leaseMs + (s + 5) * secondMs)]),
  )
  expect(lease.hasExpired()).toBe(false)
  expect(await lease.stop()).toEqual(after(leaseMs + 20 * secondMs))
  await pass(30)
  expect(renew).toHaveBeenCalledTimes(4)
})

test('a process that wakes up after its lease does not renew it', async () => {
  const renew = vi.fn<Renew>(() => Promise.resolve(true))
  const lease = holdLease({ clock }, after(leaseMs), renew)
  clock.advance(leaseMs)
  await pass(20)
  expect([renew.mock.calls.length, lease.hasExpired()]).toEqual([0, true])
  await lease.stop()
})

test('a failed renewal is tried again', async () => {
  const renew = vi
    .fn<Renew>()
    .mockRejectedValueOnce(new Error('no database'))
    .mockResolvedValue(true)
  const lease = holdLease({ clock }, after(leaseMs), renew)
  await pass(10)
  expect(renew.mock.calls.map(([heldUntil]) => heldUntil)).toEqual([after(leaseMs), after(leaseMs)])
  expect(await lease.stop()).toEqual(after(leaseMs + 10 * secondMs))
})

test('a row with another end keeps it, and the lease expires', async () => {
  const lease = holdLease({ clock }, after(leaseMs), () => Promise.resolve(false))
  await pass(15)
  expect(lease.hasExpired()).toBe(true)
  expect(await lease.stop()).toEqual(after(leaseMs))
})

test('statements see the end of a renewal that runs when they start', async () => {
  let finishRenewal = (_renewed: boolean): void => {}
  const lease = holdLease(
    { clock },
    after(leaseMs),
    () =>
      new Promise<boolean>((resolve) => {
        finishRenewal = resolve
      }),
  )
  await pass(5)
  const end = lease.withEnd((until) => Promise.resolve(until))
  finishRenewal(true)
  expect(await end).toEqual(after(leaseMs + 5 * secondMs))
  await lease.stop()
})
