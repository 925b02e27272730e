import { Button, TextInput } from '@mantine/core'
import { useConfig } from '#web/shared/config.ts'
import { todayInTimezone } from '#web/lib/today.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './bonuses.module.css'
import { findPeriod, periodNames } from './periods.ts'
import type { BonusForm } from './use-bonus-form.ts'

/** The first and the last day of a bonus, and buttons for the last full periods. */
export function PeriodFields({ form }: { form: BonusForm }) {
  const { t } = useTranslation('organization')
  const { settings } = useConfig()
  const today = todayInTimezone(settings.timezone)
  const { starts_on: first, ends_on: last } = form.values
  return (
    <>
      <div className={css['presets']}>
        {periodNames.map((name) => {
          const { from, to } = findPeriod(name, today)
          const isChosen = from === first && to === last
          return (
            <Button
              key={name}
              size="compact-sm"
              h={34}
              radius="xl"
              variant={isChosen ? 'light' : 'default'}
              aria-pressed={isChosen}
              onClick={() => form.setValues({ starts_on: from, ends_on: to })}
            >
              {t(`bonuses.period.${name}`)}
            </Button>
          )
        })}
      </div>
      <div className={css['pair']}>
        {(['starts_on', 'ends_on'] as const).map((name) => (
          <TextInput
            key={name}
            type="date"
            name={name}
            label={t(`bonuses.field.${name}`)}
            max={today}
            autoComplete="off"
            {...form.getInputProps(name)}
          />
        ))}
      </div>
    </>
  )
}
