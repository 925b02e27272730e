import type { z } from 'zod'

/** A response that was read completely. `json` is undefined when the body is no JSON. */
export type JsonResponse = { status: number; headers: Headers; json: unknown }
/** The reason why no usable response arrived. */
type HttpFailure = 'timeout' | 'connection' | 'too_large'
export class TeamsHttpError extends Error {
  readonly reason: HttpFailure
  constructor(reason: HttpFailure) {
    super(reason)
    this.reason = reason
  }
}

export type BoundedRequest = Omit<RequestInit, 'redirect' | 'signal'> & {
  timeoutMs: number
  bytesMax: number
}

async function readBounded(response: Response, bytesMax: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    // Leaving the loop cancels the rest of the body.
    if (bytes > bytesMax) throw new TeamsHttpError('too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Sends a request and reads its response, both within the time. A redirect is returned, not
 * followed. Throws a TeamsHttpError that contains neither address nor headers.
 */
export async function fetchJson(
  url: URL,
  { timeoutMs, bytesMax, ...init }: BoundedRequest,
): Promise<JsonResponse> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const body = await readBounded(response, bytesMax)
    return {
      status: response.status,
      headers: response.headers,
      json: parseJson(body.toString('utf8')),
    }
  } catch (error) {
    if (error instanceof TeamsHttpError) throw error
    const { name } = error as Error
    throw new TeamsHttpError(
      name === 'TimeoutError' || name === 'AbortError' ? 'timeout' : 'connection',
    )
  }
}

/** Returns the body in the shape of the schema, or undefined. */
export function parseBody<T extends z.ZodType>(
  schema: T,
  { json }: JsonResponse,
): z.output<T> | undefined {
  const parsed = schema.safeParse(json)
  return parsed.success ? parsed.data : undefined
}
