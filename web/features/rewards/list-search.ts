import { useSearch } from '@tanstack/react-router'

type ListSearch = { order?: string | undefined; category?: string | undefined }
/** Returns the order and the category of the list, which the form of a reward leads back to. */
export function useListSearch(): ListSearch {
  const { order, category }: ListSearch = useSearch({ strict: false })
  return { order, category }
}
