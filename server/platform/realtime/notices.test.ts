import { expect, test } from 'vitest'
import { noticePayload, toPayloads } from './notices.ts'

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const userIds = (count: number) => Array.from({ length: count }, (_, n) => id(n))

test('payloads for many users stay below the limit of PostgreSQL', () => {
  const users = userIds(1_000)
  const payloads = [...toPayloads([{ workspace_id: id(1), changes: ['inbox'], users }])]
  expect(payloads.every((payload) => payload.length < 8_000)).toBe(true)
  const received = payloads.flatMap((payload) => noticePayload.parse(JSON.parse(payload)))
  expect(received.flatMap(([, , part]) => part)).toEqual(users)
})

test('notices for everyone share one payload, and one for nobody has none', () => {
  const notice = { workspace_id: id(1), changes: ['config' as const] }
  expect([...toPayloads([notice, notice])]).toHaveLength(1)
  expect([...toPayloads([{ ...notice, users: [] }])]).toEqual([])
})
