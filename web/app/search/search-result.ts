import type { ReactNode } from 'react'

export type SearchResult = {
  key: string
  icon: ReactNode
  name: string
  detail?: string
  open: () => unknown
  /** What Ctrl+Enter or Cmd+Enter does instead: on a person, the composer opens for them. */
  thank?: () => unknown
}
export type SearchResultGroup = {
  key: 'recent' | 'people' | 'posts' | 'rewards' | 'actions' | 'places'
  results: SearchResult[]
}
