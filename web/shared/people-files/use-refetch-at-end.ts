import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ChangeName } from '#contract/routes/index.ts'
import { invalidateAffected } from '#web/shared/use-call.ts'

/** Refetches what a call changes when its work in the background ends on screen. */
export function useRefetchAtEnd(name: ChangeName, works: boolean): void {
  const client = useQueryClient()
  const worked = useRef(false)
  useEffect(() => {
    if (worked.current && !works) void invalidateAffected(client, name)
    worked.current = works
  }, [client, name, works])
}
