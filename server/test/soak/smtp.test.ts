import type { Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smtpMailer } from '#server/adapters/mail/smtp.ts'
import type { Mailer } from '#server/adapters/mail/mailer.ts'
import { drainOutbox, enqueueMails, startOutbox } from '#server/modules/notifications/outbox.ts'
import { testApp } from '../app.ts'
import { makeMember, makeTeam, type Team } from '../factories.ts'
import { freePort } from './house.ts'
import { until } from '../until.ts'
import { figure, promised_ms } from './lengths.ts'

/**
 * A mail server that is down, silent, busy, refuses, or hangs up in the middle of a mail: codes say
 * so, what waits arrives in the end.
 */
type Mood = 'well' | 'silent' | 'busy' | 'refusing' | 'hanging_up'
const t = testApp(() => ({ env: { LOG_LEVEL: 'silent' } }))
const taken = new Map<string, number>()
let mood: Mood = 'well'
let port: number
let server: SMTPServer
let mailer: Mailer
let team: Team
const refusal = (code: number) =>
  Object.assign(new Error(code === 550 ? 'nobody here' : 'come later'), { responseCode: code })
const options: SMTPServerOptions = {
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  // Silent: it takes the connection, or the mail, and never says a word.
  onConnect: (_session, done) => {
    if (mood !== 'silent') done()
  },
  onRcptTo: (_address, _session, done) => {
    done(mood === 'refusing' ? refusal(550) : mood === 'busy' ? refusal(451) : null)
  },
  onData(stream, _session, done) {
    let text = ''
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (mood === 'hanging_up')
        for (const one of server.connections)
          (one as unknown as { _socket: Socket })._socket.destroy()
    })
    stream.on('end', () => {
      const id = /^Message-ID: (.+)$/im.exec(text)?.[1]?.trim() ?? ''
      if (mood === 'well') taken.set(id, (taken.get(id) ?? 0) + 1)
      if (mood !== 'silent') done(mood === 'well' ? null : refusal(451))
    })
  },
}
async function open(): Promise<void> {
  server = new SMTPServer(options)
  server.on('error', () => {})
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', () => resolve())
  })
}
const close = () =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    for (const one of server.connections) (one as unknown as { _socket: Socket })._socket.destroy()
  })
beforeAll(async () => {
  port = await freePort()
  await open()
  mailer = smtpMailer(`smtp://127.0.0.1:${port}`, 'Laurel <laurel@example.test>', undefined, {
    silence_ms: 300,
  })
  t.services.mailer = mailer
  team = await makeTeam(t)
})
afterAll(async () => {
  await mailer?.close()
  await close()
})

const rows = () =>
  t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .selectFrom('outbox')
      .select(['id', 'state', 'attempts', 'next_at', 'last_error'])
      .where('workspace_id', '=', team.workspace_id)
      .orderBy('id')
      .execute(),
  )
const write = async () =>
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
const clear = () =>
  t.services.db.tenant(team.workspace_id, (trx) =>
    trx.deleteFrom('outbox').where('workspace_id', '=', team.workspace_id).execute(),
  )
let client = 0
const askForCode = () =>
  t.call('auth.get_code', { body: { email: `somebody${(client += 1)}@example.test` } })

test.each(['down', 'silent', 'busy', 'hanging_up'] as const)(
  'smtp: codes say so, notifications wait and arrive once (%s)',
  async (trouble) => {
    taken.clear()
    await clear()
    await write()
    if (trouble === 'down') await close()
    else mood = trouble
    // The server goes on answering others while the outbox tries.
    const outbox = startOutbox(t.services)
    const member = await makeMember(t, team.workspace_id)
    let slowest = 0
    const code = askForCode()
    for (let n = 0; n < 20; n += 1) {
      const from = performance.now()
      expect((await t.call('config.get', { token: member.token })).status).toBe(200)
      slowest = Math.max(slowest, performance.now() - from)
    }
    expect(slowest).toBeLessThan(promised_ms(500))
    figure(`smtp: ${trouble}: others answered within ms`, slowest)
    expect((await code).codes).toEqual(['mail_failed'])
    await until('every mail was tried', async () =>
      (await rows()).every((row) => row.attempts === 1),
    )
    await outbox.stop()
    for (const row of await rows()) {
      expect(row.state).toBe('waiting')
      expect(row.next_at.getTime()).toBe(t.clock.now().getTime() + 5_000)
    }
    // Before its time nothing is tried again; then a second time, later still.
    expect(await drainOutbox(t.services)).toBe(0)
    expect((await rows()).map((row) => row.attempts)).toEqual([1, 1, 1])
    t.clock.advance(5_000)
    expect(await drainOutbox(t.services)).toBe(0)
    expect(
      (await rows()).map((row) => [row.attempts, row.next_at.getTime() - t.clock.now().getTime()]),
    ).toEqual(Array(3).fill([2, 10_000]))

    if (trouble === 'down') await open()
    mood = 'well'
    t.clock.advance(10_000)
    expect(await drainOutbox(t.services)).toBe(3)
    expect(await drainOutbox(t.services)).toBe(0)
    expect((await rows()).map((row) => row.state)).toEqual(['sent', 'sent', 'sent'])
    expect([...taken.values()]).toEqual([1, 1, 1])
    expect((await askForCode()).status).toBe(200)
  },
)

test('smtp: an address that is refused for good is given up after its bound, and named', async () => {
  taken.clear()
  await clear()
  await write()
  mood = 'refusing'
  expect((await askForCode()).codes).toEqual(['mail_failed'])
  let tries = 0
  for (; (await rows()).some((row) => row.state === 'waiting'); tries += 1) {
    expect(tries).toBeLessThan(20)
    await drainOutbox(t.services)
    t.clock.advance(3_600_000)
  }
  expect(tries).toBe(9)
  for (const row of await rows())
    expect([row.state, row.last_error]).toEqual(['failed', expect.stringContaining('550')])
  mood = 'well'
  expect(await drainOutbox(t.services)).toBe(0)
  expect(taken.size).toBe(0)
})
