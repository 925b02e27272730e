import { Skeleton, Stack, Switch } from '@mantine/core'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InboxPreferences, InboxSwitch } from '#contract/schemas/inbox.ts'
import { call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useCan, useConfig } from '#web/shared/config.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'
import { AccountSection } from './AccountSection.tsx'

const preferencesQuery = queryOptions({
  queryKey: queryKey('inbox', 'preferences'),
  queryFn: ({ signal }) => call('inbox.preferences', { signal }),
})
const kinds: InboxSwitch[] = [
  'thanks',
  'points_added',
  'comment',
  'mention',
  'reaction',
  'purchase_decided',
  'purchase_requested',
  'import_finished',
  'allowance_ending',
  'budget_ending',
  'approval_requested',
  'award_decided',
  'card_to_sign',
  'jury_asked',
]

/** The kinds of events in the reader's inbox. A switch saves at once. */
export function InboxSection() {
  const { t } = useTranslation('account')
  const can = useCan()
  const { has_budgets: hasBudgets, impersonated } = useConfig()
  const client = useQueryClient()
  const { data, error, isLoadingError, refetch } = useQuery(preferencesQuery)
  const cache = (preferences: InboxPreferences) =>
    client.setQueryData(preferencesQuery.queryKey, preferences)
  const save = useCall('inbox.set_preferences', {
    inOrder: ['inbox_preferences'],
    input: (part: Partial<InboxPreferences>) => ({ body: part }),
    // The answer has all preferences, and the items of the inbox stay.
    except: 'everything',
    onMutate: (part) => {
      if (data) cache({ ...data, ...part })
      return data
    },
    updateCache: cache,
    onSuccess: () => notifySuccess(t('saved')),
    onError: (refusal, _, previous) => {
      if (previous) cache(previous)
      notifyError(t, refusal)
    },
  })
  const isOffered: Partial<Record<InboxSwitch, boolean>> = {
    purchase_requested: can('fulfil_purchases'),
    import_finished: can('manage_team'),
    budget_ending: hasBudgets,
  }
  return (
    <AccountSection title={t('inbox.title')} text={impersonated ? t('oneself') : t('inbox.text')}>
      {isLoadingError ? <ErrorState error={error} retry={() => void refetch()} level={2} /> : null}
      {data ? (
        <Stack gap="md">
          {kinds
            .filter((kind) => isOffered[kind] ?? true)
            .map((kind) => (
              <Switch
                key={kind}
                label={t(`inbox.${kind}`)}
                checked={data[kind]}
                disabled={impersonated}
                onChange={(change) => save.mutate({ [kind]: change.currentTarget.checked })}
              />
            ))}
        </Stack>
      ) : null}
      {data || isLoadingError ? null : <Skeleton height={260} />}
    </AccountSection>
  )
}
