import { createHash, createHmac } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { SignatureV4 } from '@smithy/signature-v4'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256Hex } from '#server/platform/crypto/sha256.ts'
import { createDiskStorage } from './disk.ts'
import { createS3Storage } from './s3.ts'

/** An S3 server that only accepts valid signatures, verified by code independent of ours. */
const account = {
  bucket: 'pictures',
  region: 'eu-north-1',
  key: 'THE-KEY',
  secret: 'the-secret-of-the-key',
}
const kept = new Map<string, Buffer>()
/** Faults for the next requests. */
const troubles: (number | 'silent')[] = []
let server: Server
let url: string
let folder: string

class Hash {
  #hash
  constructor(secret?: unknown) {
    this.#hash =
      secret === undefined ? createHash('sha256') : createHmac('sha256', secret as Buffer)
  }
  update(data: Uint8Array | string) {
    this.#hash.update(data)
  }
  digest() {
    return Promise.resolve(new Uint8Array(this.#hash.digest()))
  }
}
async function isSigned(request: IncomingMessage, body: Buffer): Promise<boolean> {
  const names =
    /SignedHeaders=([^,]+)/.exec(request.headers.authorization ?? '')?.[1]?.split(';') ?? []
  const at = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(String(request.headers['x-amz-date']))
  if (!at || !names.includes('host') || !names.includes('x-amz-date')) return false
  const hash = String(request.headers['x-amz-content-sha256'])
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256Hex(body)) return false
  const signer = new SignatureV4({
    service: 's3',
    region: account.region,
    credentials: { accessKeyId: account.key, secretAccessKey: account.secret },
    sha256: Hash as never,
    uriEscapePath: false,
    applyChecksum: false,
  })
  const signed = await signer.sign(
    {
      method: request.method ?? '',
      protocol: 'http:',
      hostname: '127.0.0.1',
      path: (request.url ?? '').split('?')[0] ?? '',
      query: Object.fromEntries(new URLSearchParams((request.url ?? '').split('?')[1])),
      body,
      headers: Object.fromEntries(names.map((name) => [name, String(request.headers[name])])),
    } as never,
    {
      signingDate: new Date(`${at[1]}-${at[2]}-${at[3]}T${at[4]}:${at[5]}:${at[6]}Z`),
      signableHeaders: new Set(names),
    },
  )
  const part = (text: string | undefined) => /Signature=([0-9a-f]{64})/.exec(text ?? '')?.[1]
  return (
    part(signed.headers['authorization']) === part(request.headers.authorization) &&
    part(request.headers.authorization) !== undefined
  )
}

/** Two keys a page, like the listing of a bucket. */
function listed(from: string | null): string {
  const names = [...kept.keys()]
    .map((name) => name.slice(account.bucket.length + 2))
    .filter((name) => from === null || name > atob(from))
    .toSorted()
  const page = names
    .slice(0, 2)
    .map(
      (name) =>
        `<Contents><Key>${name}</Key><LastModified>2026-06-15T12:00:00.000Z</LastModified><Size>1</Size></Contents>`,
    )
    .join('')
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${names.length > 2}</IsTruncated>${page}${names.length > 2 ? `<NextContinuationToken>${btoa(names[1] ?? '')}</NextContinuationToken>` : ''}</ListBucketResult>`
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laurel-storage-'))
  server = createServer(
    (request, answer) =>
      void (async () => {
        const body = await buffer(request)
        const trouble = troubles.shift()
        if (trouble === 'silent') return
        if (trouble !== undefined) return void answer.writeHead(trouble).end()
        if (!(await isSigned(request, body)))
          return void answer.writeHead(403).end('SignatureDoesNotMatch')
        const name = request.url ?? ''
        const asked = new URL(name, 'http://store.example')
        if (asked.pathname === `/${account.bucket}` && asked.searchParams.get('list-type') === '2')
          return void answer.end(listed(asked.searchParams.get('continuation-token')))
        if (!name.startsWith(`/${account.bucket}/`))
          return void answer.writeHead(404).end('NoSuchBucket')
        if (request.method === 'PUT') kept.set(name, body)
        if (request.method === 'DELETE') kept.delete(name)
        const found = kept.get(name)
        if (request.method === 'GET')
          return void answer.writeHead(found ? 200 : 404).end(found ?? 'NoSuchKey')
        answer.writeHead(request.method === 'DELETE' ? 204 : 200).end()
      })(),
  )
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true })
})

test.each(['disk', 's3'] as const)(
  '%s stores, returns and deletes files under valid keys only',
  async (kind) => {
    const storage =
      kind === 'disk' ? createDiskStorage(folder) : createS3Storage({ url, ...account })
    const bytes = Buffer.from([0, 1, 2, 255, 254, 13, 10])
    await storage.put('ab/cd-1.webp', bytes)
    expect(await storage.get('ab/cd-1.webp')).toEqual(bytes)
    await storage.put('ab/cd-1.webp', Buffer.from('second version'))
    expect((await storage.get('ab/cd-1.webp'))?.toString()).toBe('second version')
    expect(await storage.get('ab/nothing.webp')).toBeNull()
    await storage.remove('ab/cd-1.webp')
    await storage.remove('ab/cd-1.webp')
    expect(await storage.get('ab/cd-1.webp')).toBeNull()
    for (const bad of ['../secret.webp', '/etc/passwd', 'ab/../../x.webp', 'a b.webp', '', 'ab']) {
      await expect(storage.put(bad, bytes)).rejects.toThrow('bad key')
      expect(await storage.get(bad)).toBeNull()
    }
  },
)

test('disk files are readable by the owner of the process only', async () => {
  const root = join(folder, 'private')
  await mkdir(root, { mode: 0o755 })
  await chmod(root, 0o755)
  const storage = createDiskStorage(root)
  await storage.put('ab/cd.webp', Buffer.from('x'))
  const modes = await Promise.all(
    ['', 'ab', 'ab/cd.webp'].map(async (name) =>
      ((await stat(join(root, name))).mode & 0o777).toString(8),
    ),
  )
  expect(modes).toEqual(['700', '700', '600'])
})

test.each(['disk', 's3'] as const)(
  '%s lists all files with their modification times',
  async (kind) => {
    const storage =
      kind === 'disk'
        ? createDiskStorage(join(folder, 'listed'))
        : createS3Storage({ url, ...account })
    const list = async () =>
      (await Array.fromAsync(storage.list())).toSorted((a, b) => (a.key < b.key ? -1 : 1))
    expect(await list()).toEqual([])
    const keys = ['ab/1.webp', 'ab/2.webp', 'cd/1.webp', 'cd/2.webp', 'ef/1.webp']
    for (const key of keys) await storage.put(key, Buffer.from('x'))
    const found = await list()
    expect(found.map((one) => one.key)).toEqual(keys)
    for (const { at } of found) expect(at.getTime()).toBeGreaterThan(Date.parse('2026-06-15'))
    for (const key of keys) await storage.remove(key)
    expect(await list()).toEqual([])
  },
)

test('s3 retries during a short outage and throws during a long one', async () => {
  const storage = createS3Storage({ url, ...account })
  await expect(
    createS3Storage({ url, ...account, secret: 'another-secret' }).put(
      'ab/x.webp',
      Buffer.from('x'),
    ),
  ).rejects.toThrow('403')
  await expect(
    createS3Storage({ url, ...account, bucket: 'elsewhere' }).put('ab/x.webp', Buffer.from('x')),
  ).rejects.toThrow('bucket')
  expect(kept.size).toBe(0)
  troubles.push(503)
  await storage.put('ab/x.webp', Buffer.from('x'))
  expect((await storage.get('ab/x.webp'))?.toString()).toBe('x')
  troubles.push(503, 503)
  await expect(storage.get('ab/x.webp')).rejects.toThrow('503')
  troubles.push(302)
  await expect(storage.get('ab/x.webp')).rejects.toThrow('fetch failed')
  await expect(
    createS3Storage({ ...account, url: 'http://127.0.0.1:1' }).get('ab/x.webp'),
  ).rejects.toThrow('fetch failed')
})
