import { Button, Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OutputOf } from '#contract/routes/index.ts'
import { useConfig } from '#web/shared/config.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { DownloadMenu } from '#web/shared/FileFormat.tsx'
import { addDays } from '#web/lib/add-days.ts'
import { formatDay, formatNumber } from '#web/lib/format.ts'
import { todayInTimezone } from '#web/lib/today.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { downloadJournal, liabilityChangesQuery } from '../api/queries.ts'
import css from './liability.module.css'
import { MoneyList } from '#web/shared/points/MoneyList.tsx'
import { type Days, isValidRange } from '#web/shared/points/payroll-range.ts'

type ChangesBody = OutputOf<'liability.changes'>
const signed = (points: number) => `${points > 0 ? '+' : ''}${formatNumber(points)}`

/** Opening, changes and closing of a range. Kinds without changes are left out. */
function ChangesTable({ changes }: { changes: ChangesBody }) {
  const { t } = useTranslation('finance')
  const lines = changes.lines.filter(
    ({ points, money }) => points !== 0 || money.some(({ minor }) => minor !== 0),
  )
  return (
    <div className={css['scroll']}>
      <table className={css['table']}>
        <caption className="sr-only">{t('liability.changes')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('liability.change')}</th>
            <th scope="col">{t('liability.points')}</th>
            <th scope="col">{t('liability.money')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t('liability.opening')}</th>
            <td>{formatNumber(changes.opening.points)}</td>
            <td>
              <MoneyList money={changes.opening.money} />
            </td>
          </tr>
          {lines.map(({ kind, points, money }) => (
            <tr key={kind}>
              <th scope="row">{t(`liability.kind.${kind}`)}</th>
              <td>{signed(points)}</td>
              <td>
                <MoneyList money={money} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('liability.closing')}</th>
            <td>{formatNumber(changes.closing.points)}</td>
            <td>
              <MoneyList money={changes.closing.money} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

/** How the points owed have changed in a range, and its journal. */
export function Changes({ onNameAccounts }: { onNameAccounts: () => void }) {
  const { t } = useTranslation('finance')
  const { timezone } = useConfig().settings
  const today = todayInTimezone(timezone)
  const [days, setDays] = useState<Days>({ from: `${today.slice(0, 8)}01`, to: today })
  const isValid = isValidRange(days) && days.to <= today
  // A journal has days that have ended.
  const yesterday = addDays(today, -1)
  const journal = { ...days, to: days.to < today ? days.to : yesterday }
  const query = useQuery({ ...liabilityChangesQuery(days), enabled: isValid })
  const worthDays = query.data?.worth_changes ?? []
  return (
    <Card>
      <div className={css['head']}>
        <h2>{t('liability.changes')}</h2>
        <div className={css['actions']}>
          <DownloadMenu
            size="compact-sm"
            disabled={!isValid || journal.from > journal.to}
            save={(format) => downloadJournal(journal, format)}
          >
            {t('liability.journal')}
          </DownloadMenu>
          <Button size="compact-sm" h={34} variant="default" onClick={onNameAccounts}>
            {t('liability.accounts.open')}
          </Button>
        </div>
      </div>
      <div className={css['range']}>
        {(['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            type="date"
            label={t(`liability.${end}`)}
            max={today}
            value={days[end]}
            onChange={(event) => setDays({ ...days, [end]: event.currentTarget.value })}
          />
        ))}
      </div>
      {isValid ? null : <p role="alert">{t('liability.range_invalid')}</p>}
      {isValid && query.isPending ? <Skeleton height={200} /> : null}
      {query.isLoadingError ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : null}
      {query.data && isValid ? <ChangesTable changes={query.data} /> : null}
      {isValid && days.to === today && days.from < today ? (
        <p className={css['note']}>{t('liability.journal_end', { day: formatDay(yesterday) })}</p>
      ) : null}
      {worthDays.length && isValid ? (
        <p className={css['note']}>
          {t('liability.worth_changed', {
            days: worthDays.map(({ day }) => formatDay(day)).join(', '),
          })}
        </p>
      ) : null}
    </Card>
  )
}
