import { Skeleton } from '@mantine/core'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { limits } from '#contract/limits.ts'
import type { Value, ValueSuggestion } from '#contract/schemas/values.ts'
import { configQuery, useConfig } from '#web/shared/config.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { callAndInvalidate } from '#web/shared/use-call.ts'
import { valueSuggestionsQuery } from '#web/shared/values/value-suggestions.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ValueChip } from '#web/ui/ValueChip.tsx'
import css from './setup.module.css'
import { StepFoot } from './StepFoot.tsx'
import { useSaveStep } from './use-save-step.ts'

type Choice = { names: readonly string[]; suggestions: readonly ValueSuggestion[] }

/**
 * Adds the chosen values that the team lacks and retires the others. If the default is retired, the
 * first chosen value becomes the default.
 */
async function saveValues(client: QueryClient, { names, suggestions }: Choice): Promise<void> {
  const { values } = await client.fetchQuery(configQuery)
  const [chosen = [], retired = []] = [true, false].map((isChosen) =>
    values.filter(({ name }) => names.includes(name) === isChosen),
  )
  const losesDefault = retired.some((value) => value.default)
  const kept = new Map(chosen.map((value) => [value.name, value]))
  const retire = ({ id }: Value) => callAndInvalidate(client, 'values.delete', { params: { id } })
  for (const { taken: _, ...suggestion } of suggestions) {
    if (!names.includes(suggestion.name) || kept.has(suggestion.name)) continue
    // A full team has room for a new value once one is retired, the default as the last.
    const leaving = kept.size + retired.length >= limits.values_max ? retired.pop() : undefined
    if (leaving) await retire(leaving)
    kept.set(
      suggestion.name,
      await callAndInvalidate(client, 'values.create', { body: suggestion }),
    )
  }
  const heir = kept.get(names[0] ?? '')
  if (heir && losesDefault)
    await callAndInvalidate(client, 'values.update', {
      params: { id: heir.id },
      body: { default: true },
    })
  for (const value of retired) await retire(value)
}

/** Step 1: a few values, from those of the team and the suggestions. */
export function ValuesStep({
  chosen,
  onChoose,
}: {
  chosen: readonly string[]
  onChoose: (names: string[]) => void
}) {
  const { t } = useTranslation('setup')
  const { values } = useConfig()
  const suggestions = useQuery(valueSuggestionsQuery)
  const { save, isSaving, problem } = useSaveStep<Choice>('values', saveValues)
  const offered: Pick<Value, 'name' | 'emoji' | 'color'>[] = [
    ...values,
    ...(suggestions.data ?? []).filter(({ name }) => !values.some((value) => value.name === name)),
  ]
  const isFull = chosen.length >= limits.values_max
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save({ names: chosen, suggestions: suggestions.data ?? [] })
  }
  return (
    <form onSubmit={submit}>
      {suggestions.isLoadingError ? (
        <ErrorState error={suggestions.error} retry={() => void suggestions.refetch()} />
      ) : null}
      <div className={css['choices']} role="group" aria-label={t('values.title')}>
        {offered.map((value) => {
          const isChosen = chosen.includes(value.name)
          return (
            <button
              key={value.name}
              type="button"
              className={`plain ${css['choice']}`}
              aria-pressed={isChosen}
              disabled={isFull && !isChosen}
              onClick={() =>
                onChoose(
                  isChosen ? chosen.filter((name) => name !== value.name) : [...chosen, value.name],
                )
              }
            >
              <ValueChip value={value} muted={!isChosen} />
            </button>
          )
        })}
        {suggestions.isPending ? <Skeleton height={36} radius="xl" /> : null}
      </div>
      <p className={css['count']} role="status">
        {t('values.count', { count: chosen.length })}
      </p>
      <StepFoot
        step="values"
        action={t('next')}
        busy={isSaving}
        disabled={!chosen.length || !suggestions.data}
        problem={problem}
      />
    </form>
  )
}
