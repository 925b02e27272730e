import { expect, test, vi } from 'vitest'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makePost, makeTeam, type Member } from '#tests/support/factories.ts'

const t = setupTestApp()

test('pages the feed without gaps and duplicates among private posts', async () => {
  const own = await makeTeam(t, { limit: null })
  const people = await Promise.all(Array.from({ length: 5 }, () => makeMember(t, own.workspace_id)))
  const made: { id: string; seen: boolean }[] = []
  const [reader] = people as [Member]
  for (let n = 0; n < 45; n += 1) {
    const [from, to] = [people[n % 5] as Member, people[(n * 3 + 1 + (n % 4)) % 5] as Member]
    if (from === to) continue
    t.clock.advance(n % 3)
    const hidden = n % 3 === 0
    made.push({
      id: await makePost(t, from, [to], n % 2 ? own.value_id : own.other_value_id, 1, {
        private: hidden,
      }),
      seen: !hidden || from === reader || to === reader,
    })
  }
  const walk = async (query: Record<string, string | number>) => {
    const ids: string[] = []
    for (let cursor: string | undefined; ;) {
      const page = await t.call('posts.list', {
        token: reader.token,
        query: { limit: 7, ...query, ...(cursor ? { cursor } : {}) },
      })
      ids.push(...page.body.map((post) => post.id))
      cursor = page.headers['x-next-cursor'] as string | undefined
      if (!cursor) return ids
    }
  }
  expect(await walk({})).toEqual(
    made
      .filter((one) => one.seen)
      .map((one) => one.id)
      .toReversed(),
  )
  const [byValue, byPerson] = [
    await walk({ value_id: own.value_id }),
    await walk({ user_id: (people[2] as Member).user_id }),
  ]
  expect(new Set(byValue).size).toBe(byValue.length)
  expect(new Set(byPerson).size).toBe(byPerson.length)
  expect((await t.call('posts.list', { token: reader.token, query: { cursor: 'x' } })).status).toBe(
    400,
  )
})

test('returns the time of a post in milliseconds for any fraction of a second', async () => {
  const own = await makeTeam(t, { limit: null })
  const member = await makeMember(t, own.workspace_id)
  const times: string[] = []
  for (const ms of [0, 100, 120, 123, 5]) {
    t.clock.advance(2_000 - (t.clock.now().getTime() % 1_000) + ms)
    times.push(t.clock.now().toISOString())
    await makePost(t, own.admin, [member], own.value_id, 1)
  }
  const { body } = await t.call('posts.list', { token: member.token })
  expect(body.map((post) => post.created_at)).toEqual(times.toReversed())
})

test('loads a page with one statement for any number of recipients', async () => {
  const own = await makeTeam(t, { limit: null })
  const people = await Promise.all(
    Array.from({ length: 12 }, () => makeMember(t, own.workspace_id)),
  )
  const count = async () => {
    const asked = [vi.spyOn(t.services.db, 'read'), vi.spyOn(t.services.db, 'readAfter')]
    await t.call('posts.list', { token: own.admin.token, query: { limit: 100 } })
    const statements = asked.reduce((sum, one) => sum + one.mock.calls.length, 0)
    vi.restoreAllMocks()
    return statements
  }
  await makePost(t, own.admin, [people[0] as Member], own.value_id, 1)
  const short = await count()
  for (let n = 0; n < 30; n += 1) await makePost(t, own.admin, people, own.value_id, 1)
  expect([short, await count()]).toEqual([1, 1])
})
