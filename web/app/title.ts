import { useEffect } from 'react'

/** The title of the page: what it is, then whose. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Laurel` : 'Laurel'
  }, [title])
}
