import { expect, test } from 'vitest'
import { enqueueMails } from '#server/modules/outbox/enqueue-mails.ts'
import { makeTeam } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { waitUntil } from '#tests/support/wait-until.ts'
import { outboxWorker } from './send-worker.ts'

const t = setupTestApp()

test('a mail that the mail server takes slowly holds up no other mail', async () => {
  const { workspace_id: workspaceId } = await makeTeam(t)
  const sent: string[] = []
  let accept = () => {}
  const services = {
    ...t.services,
    mailer: {
      ...t.services.mailer,
      async send({ to }: { to: string }) {
        sent.push(to)
        if (to === 'slow@example.test')
          await new Promise<void>((resolve) => {
            accept = resolve
          })
      },
    },
  }
  for (const [index, to] of ['slow@example.test', 'fast@example.test'].entries()) {
    await t.services.db.tenant(workspaceId, (trx) =>
      enqueueMails(
        trx,
        workspaceId,
        [{ kind: 'address_changed', params: {}, to, language: 'en' }],
        t.clock.now(),
      ),
    )
    await outboxWorker.run(services, () => false)
    await waitUntil(`${to} is sent`, () => sent.length === index + 1)
  }
  accept()
  await outboxWorker.drain?.(services)
  expect(sent).toEqual(['slow@example.test', 'fast@example.test'])
})
