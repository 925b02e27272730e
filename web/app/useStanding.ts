import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { session } from '#web/lib/session.ts'
import { configQuery } from './config.ts'

/** The team has stopped being active, or is so again: the guards lead on, wherever one is. */
export function useStanding(): void {
  const router = useRouter()
  const { data } = useQuery({ ...configQuery, enabled: session.token() !== null })
  const active = data?.workspace.billing_active
  const before = useRef(active)
  useEffect(() => {
    if (active !== undefined && before.current !== undefined && before.current !== active) void router.invalidate()
    before.current = active
  }, [active, router])
}
