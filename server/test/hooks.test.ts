import type { ChildProcess } from 'node:child_process'
import { afterAll, expect, test } from 'vitest'
import { drainHooks } from '#server/modules/hooks/worker.ts'
import { testApp } from './app.ts'
import { makeMember, makePost, makeTeam } from './factories.ts'
import { receiver } from './receiver.ts'
import { many, startProcess } from './two.ts'
import { until } from './until.ts'

/** Deliveries over several processes, and over the death of one. */
const t = testApp(() => ({ at: new Date() }))
const r = receiver()
const slow = receiver()
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})
async function worker(): Promise<ChildProcess> {
  const { child } = await startProcess(t.ownerUrl, 'work')
  children.push(child)
  return child
}
const ids = () => r.got.map((one) => one.headers['webhook-id'])

test('two processes deliver everything once, also beside a receiver that never answers; one that is killed in the middle is replaced, by the same ids', async () => {
  const team = await makeTeam(t)
  const { token } = team.admin
  const member = await makeMember(t, team.workspace_id)
  const post = await makePost(t, team.admin, [member], team.value_id)
  const connect = async (url: string) =>
    (
      await t.call('hooks.create', {
        token,
        body: { kind: 'webhook', url, events: ['comment.created'] },
      })
    ).body.hook.id
  slow.answer = () => {}
  const silent = await connect(slow.url)
  const hook = await connect(r.url)
  const comment = (n: number) =>
    t.call('posts.comment', {
      token: member.token,
      params: { id: post },
      body: { text: `Comment ${n}` },
    })
  // A few at once, before anybody works: this process has nothing else to do while it receives.
  for (let n = 0; n < 40; n += 4)
    expect((await many(4, (part) => comment(n + part))).map((one) => one.status)).toEqual([
      200, 200, 200, 200,
    ])
  await Promise.all([worker(), worker()])
  await until('forty deliveries', () => r.got.length >= 40, 60_000)
  const state = async () =>
    (await t.call('hooks.list', { token })).body.find((one) => one.id === hook)
  await until('all written down', async () => (await state())?.waiting === 0, 60_000)
  expect([
    r.got.length,
    new Set(ids()).size,
    new Set(r.got.map((one) => one.body.data['id'])).size,
  ]).toEqual([40, 40, 40])

  // Messages that were handed over, but never answered: their senders die.
  r.reset()
  await t.call('hooks.delete', { token, params: { id: silent } })
  r.answer = () => {}
  await many(6, comment)
  await until('some are under way', () => r.got.length >= 4, 60_000)
  for (const child of children.splice(0)) child.kill('SIGKILL')
  const before = new Set(ids())
  r.reset()
  // The next process takes them up once the dead ones' lease is over.
  t.clock.advance(Date.now() + 130_000 - t.clock.now().getTime())
  await drainHooks(t.services)
  expect(r.got.length).toBe(6)
  expect([...before].filter((id) => !ids().includes(id))).toEqual([])
}, 200_000)
