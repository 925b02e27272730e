import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { configQuery } from './config.ts'

/**
 * The title of the page: what it is, then whose: the team's, or before one has signed in the
 * product's.
 */
export function usePageTitle(title: string): void {
  const { data } = useQuery({ ...configQuery, enabled: false })
  const whose = data?.workspace.name ?? 'Laurel'
  useEffect(() => {
    document.title = title ? `${title} · ${whose}` : whose
  }, [title, whose])
}
