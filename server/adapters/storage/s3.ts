import { AwsClient } from 'aws4fetch'
import { assertStorageKey, isStorageKey, type Storage } from './storage.ts'

export type S3Settings = {
  url: string
  bucket: string
  region: string
  key: string
  secret: string
}
const requestTimeoutMs = 10_000

/** Returns the text of an XML element. Our keys and the store's markers contain no entities. */
const readElement = (xml: string, name: string) =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]

/**
 * Creates a storage on an S3-compatible bucket with path-style addresses (`url/bucket/key`). The
 * bucket stays private.
 */
export function createS3Storage({ url, bucket, region, key, secret }: S3Settings): Storage {
  // A single fast retry: a user is waiting for the picture.
  const client = new AwsClient({
    accessKeyId: key,
    secretAccessKey: secret,
    region,
    service: 's3',
    retries: 1,
    initRetryMs: 100,
  })
  const send = async (
    method: 'PUT' | 'GET' | 'DELETE',
    name: string,
    body?: Buffer,
  ): Promise<Response> => {
    const response = await client.fetch(`${url}/${bucket}/${assertStorageKey(name)}`, {
      method,
      signal: AbortSignal.timeout(requestTimeoutMs),
      redirect: 'error',
      ...(body
        ? {
            body: new Uint8Array(body),
            headers: {
              'content-type': 'application/octet-stream',
              'content-length': String(body.length),
            },
          }
        : {}),
    })
    if (response.ok || response.status === 404) return response
    await response.body?.cancel()
    throw new Error(`storage: ${method} returned ${response.status}`)
  }
  return {
    async put(name, bytes) {
      const response = await send('PUT', name, bytes)
      await response.body?.cancel()
      if (!response.ok) throw new Error('storage: the bucket does not exist')
    },
    async get(name) {
      if (!isStorageKey(name)) return null
      const response = await send('GET', name)
      if (response.ok) return Buffer.from(await response.arrayBuffer())
      await response.body?.cancel()
      return null
    },
    async remove(name) {
      await (await send('DELETE', name)).body?.cancel()
    },
    async *list() {
      for (let next: string | undefined = ''; next !== undefined;) {
        const query = new URLSearchParams({
          'list-type': '2',
          ...(next ? { 'continuation-token': next } : {}),
        })
        const response = await client.fetch(`${url}/${bucket}?${query}`, {
          signal: AbortSignal.timeout(requestTimeoutMs),
          redirect: 'error',
        })
        if (!response.ok) throw new Error(`storage: list returned ${response.status}`)
        const page = await response.text()
        for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const name = readElement(entry, 'Key') ?? ''
          if (isStorageKey(name))
            yield { key: name, at: new Date(readElement(entry, 'LastModified') ?? Number.NaN) }
        }
        next = readElement(page, 'NextContinuationToken')
      }
    },
  }
}
