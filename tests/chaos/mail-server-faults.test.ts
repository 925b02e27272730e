import type { Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSmtpMailer } from '#server/adapters/mail/smtp.ts'
import type { Mailer } from '#server/adapters/mail/mailer.ts'
import { outboxWorker, processOutbox } from '#server/modules/notifications/send-worker.ts'
import { enqueueMails } from '#server/modules/outbox/enqueue-mails.ts'
import { startWorkerGroup } from '#server/platform/background/start-workers.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makeTeam, type Team } from '#tests/support/factories.ts'
import { findFreePort } from '#server/platform/net/free-port.ts'
import { waitUntil } from '#tests/support/wait-until.ts'
import { reportMeasurement, deadlineMs } from './duration.ts'

/**
 * A mail server that is down, silent, busy, refusing or hanging up in the middle of a mail: code
 * requests report it, and queued mails arrive in the end.
 */
type ServerMode = 'well' | 'silent' | 'busy' | 'refusing' | 'hanging_up'
const t = setupTestApp(() => ({ env: { LOG_LEVEL: 'silent' } }))
const acceptedMails = new Map<string, number>()
let serverMode: ServerMode = 'well'
let port: number
let server: SMTPServer
let mailer: Mailer
let team: Team
const smtpError = (code: number) =>
  Object.assign(new Error(code === 550 ? 'nobody here' : 'come later'), { responseCode: code })
const options: SMTPServerOptions = {
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  // Silent: accepts the connection or the mail, but never responds.
  onConnect: (_session, done) => {
    if (serverMode !== 'silent') done()
  },
  onRcptTo: (_address, _session, done) => {
    if (serverMode === 'refusing') return done(smtpError(550))
    done(serverMode === 'busy' ? smtpError(451) : null)
  },
  onData(stream, _session, done) {
    let text = ''
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (serverMode === 'hanging_up')
        for (const one of server.connections)
          (one as unknown as { _socket: Socket })._socket.destroy()
    })
    stream.on('end', () => {
      const id = /^Message-ID: (.+)$/im.exec(text)?.[1]?.trim() ?? ''
      if (serverMode === 'well') acceptedMails.set(id, (acceptedMails.get(id) ?? 0) + 1)
      if (serverMode !== 'silent') done(serverMode === 'well' ? null : smtpError(451))
    })
  },
}
async function openServer(): Promise<void> {
  server = new SMTPServer(options)
  server.on('error', () => {})
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', () => resolve())
  })
}
const closeServer = () =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    for (const one of server.connections) (one as unknown as { _socket: Socket })._socket.destroy()
  })
beforeAll(async () => {
  port = await findFreePort()
  await openServer()
  mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`, 'Laurel <laurel@example.test>', undefined, {
    timeoutMs: 300,
  })
  t.services.mailer = mailer
  team = await makeTeam(t)
})
afterAll(async () => {
  await mailer?.close()
  await closeServer()
})

const outboxRows = () =>
  t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .selectFrom('outbox')
      .select(['id', 'state', 'attempts', 'next_at', 'last_error'])
      .where('workspace_id', '=', team.workspace_id)
      .orderBy('id')
      .execute(),
  )
const enqueueTestMails = async () =>
  t.services.db.tenant(team.workspace_id, (trx) =>
    enqueueMails(
      trx,
      team.workspace_id,
      [1, 2, 3].map(
        (n) =>
          ({
            kind: 'address_changed',
            params: {},
            to: `reader${n}@example.test`,
            language: 'en',
          }) as const,
      ),
      t.clock.now(),
    ),
  )
const clearOutbox = () =>
  t.services.db.tenant(team.workspace_id, (trx) =>
    trx.deleteFrom('outbox').where('workspace_id', '=', team.workspace_id).execute(),
  )
let clientCounter = 0
const requestCode = () =>
  t.call('auth.get_code', { body: { email: `somebody${(clientCounter += 1)}@example.test` } })

test.each(['down', 'silent', 'busy', 'hanging_up'] as const)(
  'smtp: codes report the outage and notifications arrive once (%s)',
  async (trouble) => {
    acceptedMails.clear()
    await clearOutbox()
    await enqueueTestMails()
    if (trouble === 'down') await closeServer()
    else serverMode = trouble
    // The server answers other requests while the outbox retries.
    const outbox = await startWorkerGroup(t.services, [outboxWorker])
    const member = await makeMember(t, team.workspace_id)
    let slowest = 0
    const code = requestCode()
    for (let n = 0; n < 20; n += 1) {
      const from = performance.now()
      expect((await t.call('config.get', { token: member.token })).status).toBe(200)
      slowest = Math.max(slowest, performance.now() - from)
    }
    expect(slowest).toBeLessThan(deadlineMs(500))
    reportMeasurement(`smtp: ${trouble}: others answered within ms`, slowest)
    expect((await code).codes).toEqual(['mail_failed'])
    await waitUntil('every mail was tried', async () =>
      (await outboxRows()).every((row) => row.attempts === 1),
    )
    await outbox.stop()
    for (const row of await outboxRows()) {
      expect(row.state).toBe('waiting')
      expect(row.next_at.getTime()).toBe(t.clock.now().getTime() + 5_000)
    }
    // No retry happens before its time; the delay grows with each one.
    expect(await processOutbox(t.services)).toBe(0)
    expect((await outboxRows()).map((row) => row.attempts)).toEqual([1, 1, 1])
    t.clock.advance(5_000)
    expect(await processOutbox(t.services)).toBe(0)
    expect(
      (await outboxRows()).map((row) => [
        row.attempts,
        row.next_at.getTime() - t.clock.now().getTime(),
      ]),
    ).toEqual(Array(3).fill([2, 10_000]))

    if (trouble === 'down') await openServer()
    serverMode = 'well'
    t.clock.advance(10_000)
    expect(await processOutbox(t.services)).toBe(3)
    expect(await processOutbox(t.services)).toBe(0)
    expect((await outboxRows()).map((row) => row.state)).toEqual(['sent', 'sent', 'sent'])
    expect([...acceptedMails.values()]).toEqual([1, 1, 1])
    expect((await requestCode()).status).toBe(200)
  },
)

test('smtp: sending to a permanently refused address stops', async () => {
  acceptedMails.clear()
  await clearOutbox()
  await enqueueTestMails()
  serverMode = 'refusing'
  expect((await requestCode()).codes).toEqual(['mail_failed'])
  let tries = 0
  for (; (await outboxRows()).some((row) => row.state === 'waiting'); tries += 1) {
    expect(tries).toBeLessThan(20)
    await processOutbox(t.services)
    t.clock.advance(3_600_000)
  }
  expect(tries).toBe(9)
  for (const row of await outboxRows())
    expect([row.state, row.last_error]).toEqual(['failed', expect.stringContaining('550')])
  serverMode = 'well'
  expect(await processOutbox(t.services)).toBe(0)
  expect(acceptedMails.size).toBe(0)
})
