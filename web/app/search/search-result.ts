import type { ReactNode } from 'react'

export type SearchResult = {
  key: string
  icon: ReactNode
  name: string
  detail?: string
  open: () => unknown
  /** The action of Ctrl+Enter or Cmd+Enter: for a person, it opens the composer. */
  thank?: () => unknown
}
export type SearchResultGroup = {
  key: 'give' | 'recent' | 'people' | 'posts' | 'rewards' | 'actions' | 'places'
  results: SearchResult[]
}
