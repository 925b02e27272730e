import type { CSSProperties } from 'react'
import type { OutputOf } from '#contract/routes/index.ts'
import { useConfig } from '#web/shared/config.ts'
import { worthOfPoints } from '#contract/worth-of-points.ts'
import { formatMoney, formatNumber } from '#web/lib/format.ts'
import { currentLanguageTag } from '#web/lib/i18n.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { occasionEmoji } from '#web/shared/posts/occasions.ts'
import type { CelebrationKind } from '#contract/schemas/celebrations.ts'
import { celebrationKinds } from './celebration-kinds.ts'
import css from './celebrations.module.css'

type Months = OutputOf<'celebrations.year'>
const months = Array.from({ length: 12 }, (_, index) => index + 1)

const sumOf = (list: Months, field: 'people' | 'points') =>
  list.reduce((sum, one) => sum + one[field], 0)

/** Returns the name of a month: 1 is January. */
const monthName = (month: number, length: 'short' | 'long') =>
  new Intl.DateTimeFormat(currentLanguageTag(), { month: length, timeZone: 'UTC' }).format(
    new Date(Date.UTC(2026, month - 1, 1)),
  )

/** The people of a row by kind, as a bar. `most`: the people of the longest one. */
function PeopleBar({ row, most }: { row: Months; most: number }) {
  return (
    <span className={css['bar']} aria-hidden="true">
      {celebrationKinds.map((kind) => {
        const people = sumOf(
          row.filter((one) => one.kind === kind),
          'people',
        )
        return people ? (
          <span
            key={kind}
            data-kind={kind}
            style={{ '--share': `${(people / most) * 100}%` } as CSSProperties}
          />
        ) : null
      })}
    </span>
  )
}

/** The cells of a month or of the year: people by kind, points, and their cost. */
function NumberCells({
  row,
  kinds,
  hasCost,
}: {
  row: Months
  kinds: CelebrationKind[]
  hasCost: boolean
}) {
  const { settings } = useConfig()
  const points = sumOf(row, 'points')
  const hundred = settings.hundred_points
  return (
    <>
      {kinds.map((kind) => {
        const people = sumOf(
          row.filter((one) => one.kind === kind),
          'people',
        )
        return (
          <td key={kind} className={css['people']} data-none={people === 0 || undefined}>
            {formatNumber(people)}
          </td>
        )
      })}
      <td data-none={points === 0 || undefined}>{formatNumber(points)}</td>
      {hasCost && hundred ? (
        <td data-none={points === 0 || undefined}>
          {formatMoney(worthOfPoints(points, hundred).minor, hundred.currency, true)}
        </td>
      ) : null}
    </>
  )
}

/** People by kind, points and cost of each month. */
export function YearTable({ months: counted }: { months: Months }) {
  const { t } = useTranslation('celebrations')
  const { settings } = useConfig()
  const kinds = celebrationKinds.filter((kind) => counted.some((one) => one.kind === kind))
  const hasCost = settings.hundred_points !== null
  const rowOf = (month: number) => counted.filter((one) => one.month === month)
  const most = Math.max(...months.map((month) => sumOf(rowOf(month), 'people')), 1)
  return (
    <table className={css['table']}>
      <thead>
        <tr>
          <th scope="col">{t('year.month')}</th>
          {kinds.map((kind) => (
            <th key={kind} scope="col" className={css['people']} title={t(`kind.${kind}`)}>
              <span className={css['kind']} data-kind={kind} aria-hidden="true">
                {occasionEmoji[kind]}
              </span>
              <span className="sr-only">{t(`kind.${kind}`)}</span>
            </th>
          ))}
          <th scope="col">{t('year.points')}</th>
          {hasCost ? <th scope="col">{t('year.cost')}</th> : null}
        </tr>
      </thead>
      <tbody>
        {months.map((month) => (
          <tr key={month}>
            <th scope="row">
              <span className={css['month']}>
                <abbr title={monthName(month, 'long')}>{monthName(month, 'short')}</abbr>
                <PeopleBar row={rowOf(month)} most={most} />
              </span>
            </th>
            <NumberCells row={rowOf(month)} kinds={kinds} hasCost={hasCost} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('year.total')}</th>
          <NumberCells row={counted} kinds={kinds} hasCost={hasCost} />
        </tr>
      </tfoot>
    </table>
  )
}
