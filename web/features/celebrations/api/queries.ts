import { queryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/routes/index.ts'
import type { Celebration, CelebrationKind } from '#contract/schemas/celebrations.ts'
import type { Language } from '#contract/schemas/common.ts'
import { call } from '#web/lib/client.ts'
import type { MessageTree } from '#web/lib/translate.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'

export const celebrationsQuery = queryOptions({
  queryKey: queryKey('celebrations', 'list'),
  queryFn: ({ signal }) => call('celebrations.list', { signal }),
})
export const celebrationYearQuery = (year: number) =>
  queryOptions({
    queryKey: queryKey('celebrations', 'year', year),
    queryFn: ({ signal }) => call('celebrations.year', { query: { year }, signal }),
  })

const comingPerPage = 10
/** The celebrations of the next 30 days, page by page. */
export const useComingCelebrations = () =>
  useInfiniteQuery({
    queryKey: queryKey('celebrations', 'preview'),
    queryFn: ({ pageParam, signal }) =>
      call('celebrations.preview', {
        query: { limit: comingPerPage, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })

const textFiles = import.meta.glob<{ default: MessageTree }>('../../../locales/*/celebrations.json')
/** The texts of posts and the example person of a language, which may not be that of the reader. */
export const postTextsQuery = (language: Language) =>
  queryOptions({
    queryKey: queryKey('celebrations', 'texts', language),
    queryFn: async () =>
      (await textFiles[`../../../locales/${language}/celebrations.json`]?.())?.default ?? {},
    staleTime: Number.POSITIVE_INFINITY,
  })

type Callbacks = {
  onSuccess: (celebration: Celebration) => void
  onError: (error: unknown) => void
}
type Change = { kind: CelebrationKind; body: BodyInputOf<'celebrations.update'> }
/** Changes a kind. The cards show it when the mutation resolves. */
export const useUpdateCelebration = (callbacks: Callbacks) =>
  useCall('celebrations.update', {
    input: ({ kind, body }: Change) => ({ params: { kind }, body }),
    waitsFor: ['celebrations'],
    ...callbacks,
  })
