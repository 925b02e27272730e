import { AwsClient } from 'aws4fetch'
import { checkedKey, isKey, type Storage } from './storage.ts'

export type S3 = { url: string; bucket: string; region: string; key: string; secret: string }
const patience_ms = 10_000

/** Files in a bucket of an S3-compatible store, asked for by path (`url/bucket/key`); the bucket stays closed to others. */
export function s3Storage({ url, bucket, region, key, secret }: S3): Storage {
  // A request that failed is tried again at once or never: whoever waits for the picture is told.
  const client = new AwsClient({ accessKeyId: key, secretAccessKey: secret, region, service: 's3', retries: 1, initRetryMs: 100 })
  const ask = async (method: 'PUT' | 'GET' | 'DELETE', name: string, body?: Buffer): Promise<Response> => {
    const response = await client.fetch(`${url}/${bucket}/${checkedKey(name)}`, {
      method, signal: AbortSignal.timeout(patience_ms), redirect: 'error',
      ...(body ? { body: new Uint8Array(body), headers: { 'content-type': 'application/octet-stream', 'content-length': String(body.length) } } : {}),
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
      if (!isKey(name)) return null
      const response = await ask('GET', name)
      if (response.ok) return Buffer.from(await response.arrayBuffer())
      await response.body?.cancel()
      return null
    },
    async remove(name) {
      await (await ask('DELETE', name)).body?.cancel()
    },
  }
}
