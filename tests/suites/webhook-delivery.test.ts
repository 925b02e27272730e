import type { ChildProcess } from 'node:child_process'
import { afterAll, expect, test } from 'vitest'
import { deliverAllDue } from '#server/modules/webhooks/worker.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makePost, makeTeam } from '#tests/support/factories.ts'
import { startWebhookReceiver } from '#tests/support/webhook-receiver.ts'
import { runConcurrently, startProcess } from '#tests/support/processes.ts'
import { waitUntil } from '#tests/support/wait-until.ts'

/** Deliveries over several processes, and over the death of one. */
const t = setupTestApp(() => ({ at: new Date() }))
const endpoint = startWebhookReceiver()
const slowEndpoint = startWebhookReceiver()
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})
async function startWorker(): Promise<ChildProcess> {
  const { child } = await startProcess(t.ownerUrl, 'work')
  children.push(child)
  return child
}
const deliveredIds = () => endpoint.requests.map((one) => one.headers['webhook-id'])

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
  slowEndpoint.respond = () => {}
  const silent = await connect(slowEndpoint.url)
  const hook = await connect(endpoint.url)
  const comment = (n: number) =>
    t.call('posts.comment', {
      token: member.token,
      params: { id: post },
      body: { text: `Comment ${n}` },
    })
  // A few at once, before anybody works: this process has nothing else to do while it receives.
  for (let n = 0; n < 40; n += 4)
    expect(
      (await runConcurrently(4, (part) => comment(n + part))).map((one) => one.status),
    ).toEqual([200, 200, 200, 200])
  await Promise.all([startWorker(), startWorker()])
  await waitUntil('forty deliveries', () => endpoint.requests.length >= 40, 60_000)
  const state = async () =>
    (await t.call('hooks.list', { token })).body.find((one) => one.id === hook)
  await waitUntil('all written down', async () => (await state())?.waiting === 0, 60_000)
  expect([
    endpoint.requests.length,
    new Set(deliveredIds()).size,
    new Set(endpoint.requests.map((one) => one.body.data['id'])).size,
  ]).toEqual([40, 40, 40])

  // Messages that were handed over, but never answered: their senders die.
  endpoint.reset()
  await t.call('hooks.delete', { token, params: { id: silent } })
  endpoint.respond = () => {}
  await runConcurrently(6, comment)
  await waitUntil('some are under way', () => endpoint.requests.length >= 4, 60_000)
  for (const child of children.splice(0)) child.kill('SIGKILL')
  const before = new Set(deliveredIds())
  endpoint.reset()
  // The next process takes them up once the dead ones' lease is over.
  t.clock.advance(Date.now() + 130_000 - t.clock.now().getTime())
  await deliverAllDue(t.services)
  expect(endpoint.requests.length).toBe(6)
  expect([...before].filter((id) => !deliveredIds().includes(id))).toEqual([])
}, 200_000)
