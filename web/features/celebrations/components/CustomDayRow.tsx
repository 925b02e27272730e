import { ActionIcon, Button, Switch } from '@mantine/core'
import { IconAlertTriangle, IconTrash } from '@tabler/icons-react'
import { limits } from '#contract/limits.ts'
import type { CustomDay } from '#contract/schemas/custom-days.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { formatDate, formatDay, formatNumber } from '#web/lib/format.ts'
import { currentLanguageTag } from '#web/lib/i18n.ts'
import { type Translate, useTranslation } from '#web/lib/translate.ts'
import { useUpdateDay } from '../api/custom-days.ts'
import css from './custom-days.module.css'
import { formatHour } from './format-hour.ts'

/** The next date of a day, or that it has none. */
function describeNext(t: Translate, { next_on: next, hour, yearly, enabled }: CustomDay): string {
  if (!enabled) return t('days.off')
  if (next === null) return t('days.over')
  const date = t('days.next', { date: formatDay(next), time: formatHour(hour) })
  return yearly ? t('days.yearly', { date }) : date
}

/** The people of a day and the points of all. */
function describePeople(t: Translate, { people, points, budget }: CustomDay): string {
  const max = limits.custom_day_people_max
  if (people > max) return t('days.too_large', { finish: formatNumber(max) })
  const who = t('people_count', { count: people })
  if (points === 0) return who
  const params = { count: points * people, budget: budget?.name ?? '' }
  return `${who}, ${t(budget ? 'points.budget' : 'points.issued', params)}`
}

/** What happened on the last day. */
function LastResult({ last }: { last: NonNullable<CustomDay['last']> }) {
  const { t } = useTranslation('celebrations')
  const { timezone } = useConfig().settings
  const { state, reason, people, points, posted_at: at } = last
  return (
    <p className={css['last']} data-state={state}>
      {state === 'posted'
        ? t('days.posted', {
            date: formatDate(at, timezone),
            people: t('people_count', { count: people }),
            points: points ? t('points.issued', { count: points }) : t('points.none'),
          })
        : t(`days.skipped.${reason}`, {
            date: formatDate(at, timezone),
            finish: formatNumber(limits.custom_day_people_max),
          })}
    </p>
  )
}

/** The leaf of a calendar with a day. */
function DayTile({ day, isOn }: { day: string; isOn: boolean }) {
  const date = new Date(day)
  const month = new Intl.DateTimeFormat(currentLanguageTag(), { month: 'short', timeZone: 'UTC' })
  return (
    <span className={css['tile']} data-on={isOn || undefined} aria-hidden="true">
      <small>{month.format(date)}</small>
      <b>{formatNumber(date.getUTCDate())}</b>
    </span>
  )
}

/** A day in the list: when it is next, for whom, and what happened last. */
export function CustomDayRow({
  day,
  onEdit,
  onDelete,
}: {
  day: CustomDay
  onEdit: () => void
  onDelete: () => void
}) {
  const { t } = useTranslation('celebrations')
  const { name, enabled, next_on: next, awaits_budget: awaitsBudget, last } = day
  const change = useUpdateDay(day.id, {
    onSuccess: () => undefined,
    onError: (error) => notifyError(t, error),
  })
  return (
    <li className={css['row']}>
      <DayTile day={next ?? day.date} isOn={next !== null} />
      <div className={css['words']}>
        <h3>{name}</h3>
        <p>{describeNext(t, day)}</p>
        <p
          className={css['note']}
          data-bad={day.people > limits.custom_day_people_max || undefined}
        >
          {describePeople(t, day)}
        </p>
        {awaitsBudget ? (
          <p className={css['waits']} role="status">
            <IconAlertTriangle size={16} aria-hidden="true" />
            {t('days.awaits_budget', { budget: day.budget?.name ?? '' })}
          </p>
        ) : null}
        {last ? <LastResult last={last} /> : null}
      </div>
      <div className={css['actions']}>
        <Switch
          aria-label={t('switch', { name })}
          checked={enabled}
          disabled={change.isPending}
          onChange={({ currentTarget: { checked } }) => change.mutate({ enabled: checked })}
        />
        <Button size="compact-sm" h={34} variant="default" onClick={onEdit}>
          {t('edit')}
          <span className="sr-only"> {name}</span>
        </Button>
        <ActionIcon
          variant="default"
          size={34}
          aria-label={t('days.delete.of', { name })}
          onClick={onDelete}
        >
          <IconTrash size={18} aria-hidden="true" />
        </ActionIcon>
      </div>
    </li>
  )
}
