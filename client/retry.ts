import { ApiCallError } from './api-call-error.ts'

/** No attempt begins later than this after the first one. */
const retryWindowMs = 60_000
const firstDelayMs = 250
const delayMaxMs = 8_000

/** 0: no answer. 429: too many requests. The others come from a server or proxy that is not ready. */
const retryableStatuses = new Set([0, 429, 502, 503, 504])
/**
 * Returns whether another attempt may succeed. A retry that overtakes its first attempt gets
 * `idempotency_in_flight`, so it waits for that one.
 */
const isRetryable = (error: unknown): error is ApiCallError =>
  error instanceof ApiCallError &&
  (retryableStatuses.has(error.status) || error.has('idempotency_in_flight'))

/** Returns the delay before the next attempt: exponential with jitter, at least Retry-After. */
function computeDelayMs(attempt: number, { retryAfterS = 0 }: ApiCallError): number {
  const backoffMs = Math.min(delayMaxMs, firstDelayMs * 2 ** attempt)
  return Math.max(retryAfterS * 1_000, backoffMs / 2) + (Math.random() * backoffMs) / 2
}

/** Resolves after a time. Rejects with the reason of the signal. */
const wait = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    signal?.throwIfAborted()
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', onAbort, { once: true })
  })

/**
 * Repeats `attempt` up to `retries` times while it fails for a passing reason. Throws its last error,
 * at once when the wait would end after the window of retries.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { retries, signal }: { retries: number; signal?: AbortSignal | undefined },
): Promise<T> {
  const startedAt = Date.now()
  for (let attempts = 0; ; attempts += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (attempts >= retries || !isRetryable(error)) throw error
      const delayMs = computeDelayMs(attempts, error)
      if (Date.now() - startedAt + delayMs > retryWindowMs) throw error
      await wait(delayMs, signal)
    }
  }
}
