import { useState } from 'react'
import { ApiCallError } from '#web/lib/client.ts'

/**
 * Returns an idempotency key that stays the same for retries of an action. A completed or refused
 * attempt gets a new key.
 */
export function useActionKey(action: string): {
  key: string
  releaseKey: (error: unknown) => void
} {
  const createAttempt = () => ({ action, key: crypto.randomUUID() })
  const [attempt, setAttempt] = useState(createAttempt)
  const current = attempt.action === action ? attempt : createAttempt()
  if (current !== attempt) setAttempt(current)
  return {
    key: current.key,
    releaseKey: (error) => {
      if (!(error instanceof ApiCallError) || (error.status >= 400 && error.status < 500))
        setAttempt(createAttempt())
    },
  }
}
