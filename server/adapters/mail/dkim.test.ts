import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { authenticate } from 'mailauth'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { makeTemporaryFolder } from '#tests/support/temporary-folders.ts'
import { ConfigError, readConfig } from '#server/config.ts'
import { createSmtpMailer } from './smtp.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const dns = {
  'laurel2026._domainkey.laurel.example': [[`v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`]],
} as Record<string, string[][]>

async function received(send: (port: number) => Promise<void>): Promise<string> {
  let message = ''
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, callback) {
      stream.on('data', (chunk: Buffer) => {
        message += chunk.toString()
      })
      stream.on('end', () => callback())
    },
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.server.address()
  await send(typeof address === 'object' && address ? address.port : 0)
  await new Promise<void>((resolve) => {
    server.close(resolve)
  })
  return message
}
async function verdict(message: string): Promise<string | undefined> {
  const resolver = (name: string) => Promise.resolve(dns[name] ?? []) as Promise<string[][]>
  const { dkim } = (await authenticate(message, {
    ip: '127.0.0.1',
    helo: 'laurel.example',
    sender: 'laurel@laurel.example',
    resolver,
    trustReceived: false,
  } as never)) as unknown as { dkim: { results: { status: { result: string } }[] } }
  return dkim.results[0]?.status.result
}

test('signs mails with both headers of one-click unsubscribe', async () => {
  const message = await received(async (port) => {
    const mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`, 'Laurel <laurel@laurel.example>', {
      domain: 'laurel.example',
      selector: 'laurel2026',
      privateKey,
    })
    await mailer.send({
      to: 'ada@example.test',
      id: '01900000-0000-7000-8000-000000000001',
      subject: 'Спасибо',
      text: 'text',
      html: '<p>text</p>',
      headers: {
        'List-Unsubscribe': '<https://laurel.example/u/abc>',
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    })
    await mailer.close()
  })
  expect(message).toContain('<01900000-0000-7000-8000-000000000001@laurel.example>')
  expect(await verdict(message)).toBe('pass')
  for (const [from, to] of [
    ['/u/abc', '/u/abd'],
    ['=One-Click', '=Two-Click'],
    ['ada@example.test', 'eve@example.test'],
  ] as const)
    expect(await verdict(message.replace(from, to))).not.toBe('pass')
})

test('requires all three DKIM settings and a key in the file', () => {
  const dir = makeTemporaryFolder('laurel-dkim-')
  const env = {
    SECRET: 'a-secret-for-tests-only-0123456789',
    DATA_DIR: dir,
    DKIM_DOMAIN: 'laurel.example',
    DKIM_SELECTOR: 's',
  }
  expect(() => readConfig(env)).toThrow(ConfigError)
  writeFileSync(join(dir, 'no.pem'), 'nothing')
  expect(() => readConfig({ ...env, DKIM_KEY_FILE: join(dir, 'no.pem') })).toThrow('DKIM_KEY_FILE')
  writeFileSync(join(dir, 'key.pem'), privateKey)
  expect(readConfig({ ...env, DKIM_KEY_FILE: join(dir, 'key.pem') }).dkim).toEqual({
    domain: 'laurel.example',
    selector: 's',
    privateKey,
  })
})
