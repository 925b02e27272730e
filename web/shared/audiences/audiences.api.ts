import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { AudienceInput } from '#contract/schemas/audiences.ts'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'

/** The number of people of an audience, and the first of them. It follows the typed audience. */
export const useAudiencePreview = (audience: AudienceInput) =>
  useQuery({
    queryKey: queryKey('audiences', 'preview', audience),
    queryFn: ({ signal }) => call('audiences.preview', { body: { audience }, signal }),
    placeholderData: keepPreviousData,
  })
