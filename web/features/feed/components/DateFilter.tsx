import { Popover, TextInput } from '@mantine/core'
import { cloneElement, type HTMLAttributes, type ReactElement, useId, useState } from 'react'
import { useConfig } from '#web/shared/config.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { todayInTimezone } from '#web/lib/today.ts'
import { addDays } from '#web/lib/add-days.ts'
import css from './date-filter.module.css'

/** Days of the feed, both included; a side without a date is open. */
export type Days = { from?: string | undefined; to?: string | undefined }

const lastDays = [7, 30, 90]

/** Two dates, applied as soon as they are in order. */
function DayFields({
  days,
  today,
  onChange,
}: {
  days: Days
  today: string
  onChange: (days: Days) => void
}) {
  const { t } = useTranslation('charts')
  const [typed, setTyped] = useState({ from: days.from ?? '', to: days.to ?? '' })
  const isReversed = ({ from, to }: typeof typed) => from !== '' && to !== '' && from > to
  const set = (part: Partial<typeof typed>) => {
    const next = { ...typed, ...part }
    setTyped(next)
    if (!isReversed(next)) onChange({ from: next.from || undefined, to: next.to || undefined })
  }
  return (
    <div className={css['fields']}>
      <TextInput
        type="date"
        label={t('range.from')}
        value={typed.from}
        max={typed.to || today}
        onChange={(event) => set({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t('range.to')}
        value={typed.to}
        min={typed.from || undefined}
        max={today}
        onChange={(event) => set({ to: event.currentTarget.value })}
      />
      <p role="status">{isReversed(typed) ? t('range.reversed') : null}</p>
    </div>
  )
}

type Target = ReactElement<HTMLAttributes<HTMLElement>>

/** Chooses the days of the feed below its button. */
export function DateFilter({
  target,
  days,
  onChange,
}: {
  target: ReactElement
  days: Days
  onChange: (days: Days) => void
}) {
  const { t } = useTranslation('charts')
  const { settings } = useConfig()
  const labelId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const today = todayInTimezone(settings.timezone)
  const choose = (next: Days) => {
    setIsOpen(false)
    onChange(next)
  }
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      width={340}
      radius="lg"
      shadow="lg"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        {cloneElement(target as Target, { onClick: () => setIsOpen((open) => !open) })}
      </Popover.Target>
      <Popover.Dropdown aria-labelledby={labelId}>
        <h2 id={labelId} className={css['title']}>
          {t('range.title')}
        </h2>
        <div className={css['choices']}>
          <button
            type="button"
            className="plain"
            aria-pressed={!days.from && !days.to}
            onClick={() => choose({})}
          >
            {t('range.any')}
          </button>
          {lastDays.map((count) => {
            const from = addDays(today, 1 - count)
            return (
              <button
                key={count}
                type="button"
                className="plain"
                aria-pressed={days.from === from && !days.to}
                onClick={() => choose({ from })}
              >
                {t('range.last', { count })}
              </button>
            )
          })}
        </div>
        <DayFields days={days} today={today} onChange={onChange} />
      </Popover.Dropdown>
    </Popover>
  )
}
