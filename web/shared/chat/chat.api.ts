import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'

/** The apps of the team in Slack and Microsoft Teams. */
export const chatAppsQuery = queryOptions({
  queryKey: queryKey('chat', 'apps'),
  queryFn: ({ signal }) => call('chat.list', { signal }),
})
