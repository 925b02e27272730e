import { NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import { listCurrencies } from './list-currencies.ts'
import { readTypedWorth, type TypedWorth } from './typed-worth.ts'
import css from './worth-fields.module.css'

/** Renders the fields of what 100 points are worth: the amount and its currency. */
export function WorthFields({
  worth,
  error,
  onChange,
}: {
  worth: TypedWorth
  error?: ReactNode
  onChange: (worth: TypedWorth) => void
}) {
  const { t } = useTranslation('settings')
  const isInvalid = readTypedWorth(worth) === undefined
  return (
    <div className={css['fields']}>
      <TextInput
        label={t('budget.worth')}
        name="hundred_points_minor"
        inputMode="decimal"
        autoComplete="off"
        value={worth.amount}
        error={isInvalid ? t('budget.amount_invalid') : error}
        onChange={(event) => onChange({ ...worth, amount: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('budget.currency')}
        name="currency"
        data={listCurrencies()}
        value={worth.currency}
        onChange={(event) => onChange({ ...worth, currency: event.currentTarget.value })}
      />
    </div>
  )
}
