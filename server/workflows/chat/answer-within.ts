import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Returns the result of `work`, or null after `timeoutMs`. `onLate` then gets the unfinished work,
 * which must handle its errors.
 */
export async function answerWithin<T>(
  work: Promise<T>,
  timeoutMs: number,
  onLate: (work: Promise<T>) => void,
): Promise<{ result: T } | null> {
  const timer = new AbortController()
  try {
    const answer = await Promise.race([
      work.then((result) => ({ result })),
      sleep(Math.max(timeoutMs, 0), null, { signal: timer.signal }),
    ])
    if (!answer) onLate(work)
    return answer
  } finally {
    timer.abort()
  }
}
