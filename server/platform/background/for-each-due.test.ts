import { expect, test, vi } from 'vitest'
import type { Log } from '#server/platform/observability/log.ts'
import { forEachDue } from './for-each-due.ts'

const log = { warn: vi.fn<(facts: object, message: string) => void>() }
const options = {
  log: log as unknown as Log,
  message: 'row was not worked on',
  describe: (row: string) => ({ row }),
}

test('a row that fails is logged and does not block the rows behind it', async () => {
  const worked: string[] = []
  const error = new Error('row is locked')
  const done = await forEachDue(['a', 'b', 'c', 'd'], options, (row) => {
    worked.push(row)
    return row === 'b' ? Promise.reject(error) : Promise.resolve(row !== 'c')
  })
  expect(worked).toEqual(['a', 'b', 'c', 'd'])
  expect(done).toBe(2)
  expect(log.warn.mock.calls).toEqual([[{ err: error, row: 'b' }, 'row was not worked on']])
})

test('a stopping process begins no further row', async () => {
  const worked: string[] = []
  const done = await forEachDue(
    ['a', 'b', 'c'],
    { ...options, stopped: () => worked.length === 2 },
    (row) => Promise.resolve(worked.push(row)),
  )
  expect(worked).toEqual(['a', 'b'])
  expect(done).toBe(2)
})
