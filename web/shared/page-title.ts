import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { configQuery } from './config.ts'

/** Sets the document title: the page, then the workspace or, before sign-in, the product. */
export function usePageTitle(title: string): void {
  const { data } = useQuery({ ...configQuery, enabled: false })
  const owner = data?.workspace.name ?? 'Laurel'
  useEffect(() => {
    document.title = title ? `${title} · ${owner}` : owner
  }, [title, owner])
}
