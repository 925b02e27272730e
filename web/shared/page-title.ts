import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { configQuery } from './config.ts'
import { inboxSummaryQuery } from './inbox/summary.ts'

/**
 * Sets the document title: unread items, the page, then the workspace or, before sign-in, the
 * product.
 */
export function usePageTitle(title: string): void {
  const { data } = useQuery({ ...configQuery, enabled: false })
  const unread = useQuery({ ...inboxSummaryQuery, enabled: false }).data?.unread
  const count = unread ? `(${unread > 99 ? '99+' : unread}) ` : ''
  const owner = data?.workspace.name ?? 'Laurel'
  useEffect(() => {
    document.title = count + (title ? `${title} · ${owner}` : owner)
  }, [count, title, owner])
}
