import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { makeMember, makePost, makeTeam } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { waitUntil } from '#tests/support/wait-until.ts'
import { startWebhookReceiver } from '#tests/support/webhook-receiver.ts'
import { webhookWorker } from './worker.ts'

/** A receiver that answers slowly gets four deliveries at a time. */
const t = setupTestApp()
const receiver = startWebhookReceiver()

test('a slow answer holds up no later delivery of its webhook', async () => {
  const { admin, workspace_id: workspaceId, value_id: valueId } = await makeTeam(t)
  const { token } = admin
  const member = await makeMember(t, workspaceId)
  const post = await makePost(t, admin, [member], valueId)
  const body = { kind: 'webhook', url: receiver.url, events: ['comment.created'] }
  await t.call('hooks.create', { token, body })
  const unanswered: ServerResponse[] = []
  receiver.respond = (response) => void unanswered.push(response)
  const run = () => webhookWorker.run(t.services, () => false)
  const comment = async (text: string) => {
    await t.call('posts.comment', { token, params: { id: post }, body: { text } })
    await run()
  }

  for (const text of ['One', 'Two', 'Three', 'Four']) {
    await comment(text)
    const count = unanswered.length + 1
    await waitUntil(`${text} arrives`, () => unanswered.length === count)
  }
  await comment('Five')
  await run()
  expect(unanswered).toHaveLength(4)
  unanswered[2]?.end('ok')
  await waitUntil('the fifth arrives in the free slot', async () => {
    await run()
    return unanswered.length === 5
  })
  for (const response of unanswered) response.end('ok')
  await webhookWorker.drain?.(t.services)
  const [hook] = (await t.call('hooks.list', { token })).body
  expect(hook).toMatchObject({ waiting: 0, failures: 0 })
})
