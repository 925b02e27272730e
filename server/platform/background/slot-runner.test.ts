import { expect, test } from 'vitest'
import type { Services } from '#server/platform/services.ts'
import { createSlotRunner, runInSlots } from './slot-runner.ts'

const services = {} as Services
const neverStopped = () => false

test('a row that fails is named in the log and frees its slot', async () => {
  const lines: unknown[][] = []
  const logging = { log: { warn: (...line: unknown[]) => lines.push(line) } } as unknown as Services
  const due = ['a', 'b']
  const done: string[] = []
  const error = new Error('refused')
  const worker = runInSlots('work failed', {
    size: 1,
    take: (_services, free) => Promise.resolve(due.splice(0, free)),
    work: (_services, row) =>
      row === 'a' ? Promise.reject(error) : Promise.resolve(done.push(row)),
    describe: (row: string) => ({ workspace: row }),
  })
  await worker.run(logging, neverStopped)
  await worker.drain(logging)
  expect([lines, done]).toEqual([[[{ err: error, workspace: 'a' }, 'work failed']], []])
  await worker.run(logging, neverStopped)
  await worker.drain(logging)
  expect(done).toEqual(['b'])
})

test('rows that become due while others are taken are not forgotten', async () => {
  const { promise: taken, resolve } = Promise.withResolvers<string[]>()
  const takes = [taken, Promise.resolve(['second'])]
  const done: string[] = []
  const runner = createSlotRunner(
    services,
    {
      size: 2,
      take: () => takes.shift() ?? Promise.resolve([]),
      work: (_services, row: string) => Promise.resolve(done.push(row)),
    },
    { stopped: neverStopped, onError: (error) => expect.unreachable(String(error)) },
  )
  void runner.startDue()
  await runner.startDue()
  resolve(['first'])
  await runner.waitUntilIdle()
  expect(done.toSorted()).toEqual(['first', 'second'])
})
