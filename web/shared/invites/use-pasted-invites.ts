import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import { callAndInvalidate } from '#web/shared/use-call.ts'
import { countAddresses, parseAddresses } from './parse-addresses.ts'

type InviteResult = OutputOf<'users.create'>[number]

/** Returns the state of pasted addresses: the text, its addresses, and the results so far. */
export function usePastedInvites() {
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [results, setResults] = useState<InviteResult[]>([])
  const deferredText = useDeferredValue(typed)
  const addresses = useMemo(() => parseAddresses(deferredText), [deferredText])
  const send = useMutation({
    mutationFn: async (emails: string[]) => {
      const invalid = addresses.flatMap(({ state, text }) => (state === 'invalid' ? text : []))
      for (let from = 0; from < emails.length; from += limits.invites_per_call_max) {
        const batch = emails.slice(from, from + limits.invites_per_call_max)
        const batchResults = await callAndInvalidate(client, 'users.create', {
          body: { users: batch.map((email) => ({ email })) },
        })
        setResults((old) => [...old, ...batchResults])
        // Sent addresses leave the field at once: after an error only the rest is sent again. Invalid
        // ones stay, to be corrected.
        setTyped([...emails.slice(from + batch.length), ...invalid].join('\n'))
      }
      return { hasInvalid: invalid.length > 0 }
    },
  })
  return {
    typed,
    setTyped,
    results,
    send,
    addresses,
    counts: countAddresses(addresses),
    validEmails: addresses.flatMap(({ state, text }) => (state === 'valid' ? text : [])),
    isDone: results.length > 0 && send.isSuccess,
    /** Whether addresses were left in the field because they are invalid. */
    hasUnsent: send.data?.hasInvalid ?? false,
    reset: () => {
      setResults([])
      send.reset()
    },
  }
}
export type PastedInvites = ReturnType<typeof usePastedInvites>
