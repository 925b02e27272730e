import { ActionIcon, NativeSelect, Skeleton, TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { listCountries } from '#web/shared/countries.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './payroll.module.css'
import { type Days, formatRange, isValidRange, monthOf } from '#web/shared/points/payroll-range.ts'

/** A choice of the month before or after, of own days, and of a country. */
export function RangeBar({
  days,
  country,
  onDays,
  onCountry,
}: {
  /** Null while the server looks for the next range. */
  days: Days | null
  /** Empty: all countries. */
  country: string
  onDays: (days: Days) => void
  onCountry: (country: string) => void
}) {
  const { t } = useTranslation('finance')
  if (!days) return <Skeleton height={64} />
  const isValid = isValidRange(days)
  return (
    <>
      <div className={css['range']}>
        <div className={css['month']}>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('payroll.month.previous')}
            disabled={!isValid}
            onClick={() => onDays(monthOf(days.from, -1))}
          >
            <IconChevronLeft size={18} aria-hidden="true" />
          </ActionIcon>
          <b aria-live="polite">{isValid ? formatRange(days) : '–'}</b>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('payroll.month.next')}
            disabled={!isValid}
            onClick={() => onDays(monthOf(days.from, 1))}
          >
            <IconChevronRight size={18} aria-hidden="true" />
          </ActionIcon>
        </div>
        {(['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            type="date"
            className={css['day'] ?? ''}
            label={t(`liability.${end}`)}
            value={days[end]}
            onChange={(event) => onDays({ ...days, [end]: event.currentTarget.value })}
          />
        ))}
        <NativeSelect
          className={css['country'] ?? ''}
          label={t('worth.country')}
          value={country}
          data={[{ value: '', label: t('worth.all_countries') }, ...listCountries()]}
          onChange={(event) => onCountry(event.currentTarget.value)}
        />
      </div>
      {isValid ? null : (
        <p role="alert" className={css['problem']}>
          {t('payroll.range_invalid')}
        </p>
      )}
    </>
  )
}
