import { createServer, type Server } from 'node:net'
import { expect, test } from 'vitest'
import { makeTemporaryFolder } from '#tests/support/temporary-folders.ts'
import { oauthScopes } from '#contract/oauth.ts'
import { languages } from '#web/lib/i18n.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { createLocalMailer } from '#server/modules/dev-mailbox/local-mailer.ts'
import { createSmtpMailer } from '#server/adapters/mail/smtp.ts'
import {
  addressChangedMail,
  addressRestoredMail,
  codeMail,
  deletionMail,
  inviteMail,
  twoFactorMail,
  tokenCreatedMail,
} from './account-mails.ts'
import { applicationConnectedMail } from './application-mail.ts'
import { rewardMail } from './notification-mails.ts'

const t = setupTestApp()

/** Starts a minimal SMTP server that stores mails and refuses recipients at "refused.test". */
async function smtpServer(): Promise<{ server: Server; port: number; taken: string[] }> {
  const taken: string[] = []
  const server = createServer((socket) => {
    let data: string | undefined
    socket.write('220 test\r\n')
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n')) {
        if (data !== undefined) {
          if (line === '.') {
            taken.push(data)
            data = undefined
            socket.write('250 taken\r\n')
          } else data += `${line}\n`
        } else if (line.startsWith('RCPT') && line.includes('refused.test'))
          socket.write('550 nobody here\r\n')
        else if (line === 'DATA') {
          data = ''
          socket.write('354 go on\r\n')
        } else if (line === 'QUIT') socket.end('221 bye\r\n')
        else if (line) socket.write('250 ok\r\n')
      }
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  return { server, port: typeof address === 'object' && address ? address.port : 0, taken }
}

test('sends mails in every alphabet over SMTP and throws when refused', async () => {
  const { server, port, taken } = await smtpServer()
  const mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`, 'Laurel <laurel@example.test>')
  await mailer.send({
    to: 'ada@example.test',
    ...(await codeMail('ru', '123456', 'http://localhost', 'sign_in')),
  })
  expect(taken).toHaveLength(1)
  expect(taken[0]).toContain('To: ada@example.test')
  expect(taken[0]).toMatch(/multipart\/alternative/)
  const parts = (taken[0] ?? '').split('\n\n').map((part) => Buffer.from(part, 'base64').toString())
  expect(
    parts.filter((part) => part.includes('123456') && part.includes('Введите этот код')),
  ).toHaveLength(1)
  expect(taken[0]?.replaceAll('=\n', '')).toContain('>123456<')
  await expect(
    mailer.send({ to: 'x@refused.test', subject: 's', text: 't', html: 'h' }),
  ).rejects.toThrow('550')
  await mailer.close()
  server.close()
})

test('fails without hanging when the mail server is unreachable', async () => {
  const mailer = createSmtpMailer('smtp://127.0.0.1:1', 'Laurel <laurel@example.test>')
  await expect(
    mailer.send({ to: 'ada@example.test', subject: 's', text: 't', html: 'h' }),
  ).rejects.toThrow('ECONNREFUSED')
  await mailer.close()
})

test.each(languages)(
  'renders every mail in %s with code and link in both parts',
  async (language) => {
    const codes = await Promise.all(
      (['sign_in', 'change_email', 'presence'] as const).map((purpose) =>
        codeMail(language, '654321', 'http://localhost', purpose),
      ),
    )
    const changed = await addressChangedMail(language, 'http://localhost/undo-address#token=abc')
    const factor = await Promise.all(
      (
        [
          'added',
          'removed',
          'removed_by_operator',
          'recovery_used',
          'recovery_presence',
          'renewed',
        ] as const
      ).flatMap((news) => [1, 3].map((left) => twoFactorMail(language, news, left))),
    )
    const invite = await inviteMail(language, {
      team: 'Ключ & <b>',
      inviter: 'Ada',
      link: 'http://localhost/login/accept#token=abc',
    })
    const facts = {
      team: 'Ключ & <b>',
      name: 'Ada',
      timezone: 'UTC',
      publicUrl: 'http://localhost',
    }
    const account = await Promise.all([
      addressRestoredMail(language, true),
      addressRestoredMail(language, false),
      applicationConnectedMail(language, {
        ...facts,
        address: 'assistant.example',
        scopes: oauthScopes,
        readsPrivate: true,
        at: new Date('2026-07-01'),
      }),
      tokenCreatedMail(language, { ...facts, expires_at: new Date('2026-07-01') }),
      ...(['requested', 'canceled'] as const).map((news) =>
        deletionMail(language, news, { ...facts, dueAt: new Date('2026-07-01') }),
      ),
    ])
    for (const code of codes)
      for (const part of [code.subject, code.text, code.html]) expect(part).toContain('654321')
    // Every mail has its own subject.
    expect(new Set(codes.flatMap((code) => [code.subject, code.text])).size).toBe(6)
    for (const part of [invite.text, invite.html]) expect(part).toContain('/login/accept#token=abc')
    for (const part of [changed.text, changed.html])
      expect(part).toContain('/undo-address#token=abc')
    expect(invite.html).not.toContain('<b>')
    for (const text of [...codes, ...factor, ...account, invite, changed].flatMap((mail) => [
      mail.subject,
      mail.text,
    ])) {
      expect(text).not.toMatch(/\{\w+\}/)
      expect(text).not.toMatch(
        /(code|invite|address_changed|address_restored|token_created|application_connected|tokens|applications|workspace_deletion|second_factor)\.\w+/,
      )
    }
  },
)

test.each([
  ['en', 1, 'It cost 1 point and'],
  ['es', 5, 'Costó 5 puntos y'],
  ['ru', 21, 'Цена: 21 балл.'],
] as const)('the price of a reward has the plural form of the language: %s', async (...line) => {
  const [language, price, words] = line
  const brand = { team: 'Laurel', color: '#000000', logo: null }
  const mail = await rewardMail(
    { language, brand, event: 'reward_redeemed', unsubscribeUrl: '', settingsUrl: '' },
    'redeemed',
    { name: 'Ada', title: 'Cake', price, note: '', link: '' },
  )
  expect(mail.text).toContain(words)
})

test('stores mails in the bounded development mailbox without SMTP_URL', async () => {
  const mailer = createLocalMailer(t.services.db, t.services.clock)
  for (const subject of ['<first>', 'second']) {
    t.clock.advance(1_000)
    await mailer.send({
      to: 'ada@example.test',
      subject,
      text: 'see http://localhost/x',
      html: 'h',
    })
  }
  const app = await buildApp({ ...t.services, mailer }, { web: '/nowhere' })
  const list = JSON.parse((await app.inject('/dev/mailbox/messages?to=Ada@example.test')).body) as {
    to: string
    subject: string
  }[]
  expect(list.map((mail) => [mail.to, mail.subject])).toEqual([
    ['ada@example.test', 'second'],
    ['ada@example.test', '<first>'],
  ])
  expect(
    JSON.parse((await app.inject('/dev/mailbox/messages?to=nobody@example.test')).body),
  ).toEqual([])
  const page = (await app.inject('/dev/mailbox')).body
  expect(page).toContain('&lt;first&gt;')
  expect(page).toContain('<a href="http://localhost/x">')
  await app.close()

  const config = readConfig({
    NODE_ENV: 'production',
    BILLING: 'off',
    SMTP_URL: 'smtp://127.0.0.1:1',
    PUBLIC_URL: 'https://laurel.example',
    DATA_DIR: makeTemporaryFolder('laurel-mail-'),
  })
  const production = await buildApp({ ...t.services, mailer, config }, { web: '/nowhere' })
  for (const url of ['/dev/mailbox', '/dev/mailbox/messages'])
    expect((await production.inject(url)).statusCode).toBe(404)
  expect((await production.inject('/api/docs')).headers['strict-transport-security']).toContain(
    'max-age',
  )
  await production.close()
})
