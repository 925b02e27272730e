import { Skeleton } from '@mantine/core'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ValueSuggestion } from '#contract/schemas/values.ts'
import { notifySuccess, notifyError } from '#web/shared/errors/error-messages.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { valueSuggestionsQuery } from '#web/shared/values/value-suggestions.ts'
import { useSaveValue } from '../api/queries.ts'
import css from './values.module.css'

function ValueSuggestionRow({ value, full }: { value: ValueSuggestion; full: boolean }) {
  const { t } = useTranslation('values')
  const save = useSaveValue(undefined, {
    onSuccess: () => notifySuccess(t('added', { name: value.name })),
    onError: (error) => notifyError(t, error),
  })
  const { taken, ...body } = value
  return (
    <li className={css['suggestion']}>
      <span
        className={css['emoji']}
        style={{ background: `color-mix(in srgb, ${value.color} 16%, var(--card))` }}
        aria-hidden="true"
      >
        {value.emoji}
      </span>
      <div>
        <strong>{value.name}</strong>
        <small>{value.description}</small>
      </div>
      <button
        type="button"
        className={`plain ${css['plus']}`}
        disabled={taken || full || save.isPending}
        onClick={() => save.mutate(body)}
      >
        {taken ? (
          <IconCheck size={18} aria-hidden="true" />
        ) : (
          <IconPlus size={18} aria-hidden="true" />
        )}
        <span className="sr-only">
          {taken ? t('taken', { name: value.name }) : t('add_this', { name: value.name })}
        </span>
      </button>
    </li>
  )
}

/** Sixteen suggested values; a click adds one. */
export function ValueSuggestions({ full }: { full: boolean }) {
  const { t } = useTranslation('values')
  const list = useQuery(valueSuggestionsQuery)
  return (
    <section aria-labelledby="suggestions">
      <h2 id="suggestions" className={css['heading']}>
        {t('suggestions')}
      </h2>
      <p className={css['hint']}>{full ? t('full') : t('suggestions_text')}</p>
      {list.isLoadingError ? (
        <ErrorState error={list.error} retry={() => void list.refetch()} />
      ) : null}
      <ul className={css['suggestions']} aria-busy={list.isPending}>
        {list.isPending
          ? Array.from({ length: 8 }, (_, index) => (
              <li key={index}>
                <Skeleton height={64} radius="lg" />
              </li>
            ))
          : null}
        {list.data?.map((value) => (
          <ValueSuggestionRow key={value.name} value={value} full={full} />
        ))}
      </ul>
    </section>
  )
}
