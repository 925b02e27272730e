import type { ReactNode } from 'react'

export type SearchResult = {
  key: string
  icon: ReactNode
  name: string
  detail?: string
  open: () => unknown
}
export type SearchResultGroup = {
  key: 'recent' | 'people' | 'posts' | 'places'
  results: SearchResult[]
}
