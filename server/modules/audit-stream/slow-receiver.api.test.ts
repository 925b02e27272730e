import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { makeTeam, markPresent } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { waitUntil } from '#tests/support/wait-until.ts'
import { startWebhookReceiver } from '#tests/support/webhook-receiver.ts'
import { auditStreamWorker } from './worker.ts'

const t = setupTestApp()
const receiver = startWebhookReceiver()

test('a receiver that answers slowly holds up no other team', async () => {
  const tokens: string[] = []
  const unanswered: ServerResponse[] = []
  receiver.respond = (response) => void unanswered.push(response)
  for (const count of [1, 2]) {
    const { admin } = await makeTeam(t)
    await markPresent(t, admin)
    const { token } = admin
    tokens.push(token)
    const body = { kind: 'https', target: receiver.url, header_name: 'authorization' }
    await t.call('audit_stream.save', { token, body })
    await auditStreamWorker.run(t.services, () => false)
    await waitUntil('the team has sent', () => unanswered.length === count)
  }
  for (const response of unanswered) response.end()
  await auditStreamWorker.drain?.(t.services)
  for (const token of tokens)
    expect((await t.call('audit_stream.get', { token })).body.stream).toMatchObject({
      failures: 0,
      waiting: 0,
    })
})
