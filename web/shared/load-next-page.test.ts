import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { loadNextPage } from './load-next-page.ts'

test('loads the next page although a live update refetches the list', async () => {
  const client = new QueryClient()
  let hold: Promise<void> = Promise.resolve()
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ['comments'],
    queryFn: async ({ pageParam }) => {
      await hold
      return pageParam
    },
    initialPageParam: 1,
    getNextPageParam: (last) => (last < 3 ? last + 1 : undefined),
  })
  const unsubscribe = observer.subscribe(() => undefined)
  await expect.poll(() => observer.getCurrentResult().data?.pages).toEqual([1])
  let release = () => {}
  hold = new Promise((resolve) => (release = resolve))
  const loaded = loadNextPage(observer.getCurrentResult())
  const refetched = client.invalidateQueries({ queryKey: ['comments'] })
  release()
  await Promise.all([loaded, refetched])
  expect(observer.getCurrentResult().data?.pages).toEqual([1, 2])
  unsubscribe()
})
