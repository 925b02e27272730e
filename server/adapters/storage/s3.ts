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

/** What stands in an element of a store's answer; our keys and its marks need no entities. */
const readElement = (xml: string, name: string) =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]

/**
 * Files in a bucket of an S3-compatible store, asked for by path (`url/bucket/key`); the bucket
 * stays closed to others.
 */
export function createS3Storage({ url, bucket, region, key, secret }: S3Settings): Storage {
  // A request that failed is tried again at once or never: whoever waits for the picture is told.
  const client = new AwsClient({
    accessKeyId: key,
    secretAccessKey: secret,
    region,
    service: 's3',
    retries: 1,
    initRetryMs: 100,
  })
  const ask = async (
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
    throw new Error(`storage: ${method} answered ${response.status}`)
  }
  return {
    async put(name, bytes) {
      const response = await ask('PUT', name, bytes)
      await response.body?.cancel()
      if (!response.ok) throw new Error('storage: there is no such bucket')
    },
    async get(name) {
      if (!isStorageKey(name)) return null
      const response = await ask('GET', name)
      if (response.ok) return Buffer.from(await response.arrayBuffer())
      await response.body?.cancel()
      return null
    },
    async remove(name) {
      await (await ask('DELETE', name)).body?.cancel()
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
        if (!response.ok) throw new Error(`storage: a list answered ${response.status}`)
        const page = await response.text()
        for (const [, one = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const name = readElement(one, 'Key') ?? ''
          if (isStorageKey(name))
            yield { key: name, at: new Date(readElement(one, 'LastModified') ?? Number.NaN) }
        }
        next = readElement(page, 'NextContinuationToken')
      }
    },
  }
}
