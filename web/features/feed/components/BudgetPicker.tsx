import { NativeSelect } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#web/lib/client.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useConfig } from '#web/shared/config.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import css from './budget-picker.module.css'
import type { ComposerState } from '../composer/use-composer.ts'

const ownBudgetsQuery = queryOptions({
  queryKey: queryKey('budgets', 'own'),
  queryFn: ({ signal }) => call('profiles.budgets', { signal }),
})

/**
 * The source of the points: the allowance, or a budget that the reader may give from. Nothing
 * renders for readers without one.
 */
export function BudgetPicker({ composer: { draft, drafts } }: { composer: ComposerState }) {
  const { t } = useTranslation('charts')
  const { score_remaining: left } = useConfig().allowance
  const { data: budgets } = useQuery(ownBudgetsQuery)
  const { budget: chosen } = draft
  const current = budgets?.find((budget) => budget.id === chosen?.id)
  useEffect(() => {
    // Others give from the budget too. A failed attempt keeps its key, because it may have counted.
    if (chosen && current && current.left !== chosen.left)
      drafts.set(({ draft: now }) => ({ draft: { ...now, budget: current } }))
  }, [chosen, current, drafts])
  // The server answers for a budget that was closed since the draft was written.
  const offered = chosen && budgets && !current ? [...budgets, chosen] : budgets
  if (!offered?.length) return null
  const label = (name: string, rest: number | null) =>
    rest === null ? name : t('budget.option', { name, left: formatNumber(rest) })
  return (
    <NativeSelect
      label={t('budget.source')}
      size="xs"
      classNames={{ root: css['source'], label: css['sourceLabel'] }}
      value={chosen?.id ?? ''}
      data={[
        { value: '', label: label(t('budget.allowance'), left) },
        ...offered.map((budget) => ({ value: budget.id, label: label(budget.name, budget.left) })),
      ]}
      onChange={({ currentTarget: { value } }) =>
        drafts.edit({ budget: offered.find((budget) => budget.id === value) ?? null })
      }
    />
  )
}
