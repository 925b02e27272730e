import type { ChildProcess } from 'node:child_process'
import { afterAll, expect, test } from 'vitest'
import { deliverAllDue } from '#server/modules/webhooks/worker.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makePost, makeTeam } from '#tests/support/factories.ts'
import { startWebhookReceiver } from '#tests/support/webhook-receiver.ts'
import { releaseProcess, runConcurrently, startProcess } from '#tests/support/processes.ts'
import { waitUntil } from '#tests/support/wait-until.ts'

/** Webhook deliveries over several processes, one of which is killed. */
const t = setupTestApp(() => ({ at: new Date() }))
const endpoint = startWebhookReceiver()
const slowEndpoint = startWebhookReceiver()
const children: ChildProcess[] = []
afterAll(async () => {
  for (const child of children) await releaseProcess(child)
})
async function startWorker(): Promise<ChildProcess> {
  const { child } = await startProcess(t.ownerUrl, { isWorker: true })
  children.push(child)
  return child
}
const deliveredIds = () => endpoint.requests.map((one) => one.headers['webhook-id'])

test('two processes deliver each webhook once despite a crash', async () => {
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
  // Posts are created before the workers start, a few concurrently: this process only receives
  // after that.
  for (let n = 0; n < 40; n += 4)
    expect(
      (await runConcurrently(4, (offset) => comment(n + offset))).map((one) => one.status),
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

  // These deliveries are sent but never answered, and their senders are killed.
  endpoint.reset()
  await t.call('hooks.delete', { token, params: { id: silent } })
  endpoint.respond = () => {}
  await runConcurrently(6, comment)
  await waitUntil('some are under way', () => endpoint.requests.length >= 4, 60_000)
  for (const child of children.splice(0)) {
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('exit', resolve))
  }
  // Requests on their way when their sender was killed still arrive.
  await new Promise((resolve) => setTimeout(resolve, 300))
  const before = new Set(deliveredIds())
  endpoint.reset()
  // The next process claims them when the lease of the killed processes expires.
  t.clock.advance(Date.now() + 130_000 - t.clock.now().getTime())
  await deliverAllDue(t.services)
  expect(endpoint.requests.length).toBe(6)
  expect([...before].filter((id) => !deliveredIds().includes(id))).toEqual([])
}, 200_000)
