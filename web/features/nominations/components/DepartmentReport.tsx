import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { formatNumber, formatPercent } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { reportQuery } from '../api/rounds.api.ts'
import css from './result.module.css'

/** Nominations and wins by department, so that an uneven round is seen. */
export function DepartmentReport({ roundId }: { roundId: string }) {
  const { t } = useTranslation('organization')
  const { data: report, error, refetch } = useQuery(reportQuery(roundId))
  if (!report)
    return (
      <Card>
        {error ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : (
          <Skeleton height={160} aria-busy="true" />
        )}
      </Card>
    )
  const all = report.departments.reduce((sum, one) => sum + one.nominations, 0)
  return (
    <Card className={css['card']}>
      <h2>{t('nominations.report.title')}</h2>
      <p className={css['note']}>
        {t('nominations.report.nominators', {
          n: formatNumber(report.nominators),
          all: formatNumber(report.invited),
          share: formatPercent(report.invited ? report.nominators / report.invited : 0),
        })}
      </p>
      {report.departments.length ? (
        <table className={css['table']}>
          <thead>
            <tr>
              <th scope="col">{t('nominations.report.department')}</th>
              <th scope="col">{t('nominations.report.people')}</th>
              <th scope="col">{t('nominations.result.nominations')}</th>
              <th scope="col">{t('nominations.report.wins')}</th>
            </tr>
          </thead>
          <tbody>
            {report.departments.map(({ name, people, nominations, wins }) => (
              <tr key={name ?? ''}>
                <th scope="row">
                  {name ?? t('nominations.report.small')}
                  <span className={css['bar']} aria-hidden="true">
                    <span
                      style={
                        { '--share': `${all ? (nominations / all) * 100 : 0}%` } as CSSProperties
                      }
                    />
                  </span>
                </th>
                <td>{formatNumber(people)}</td>
                <td>{formatNumber(nominations)}</td>
                <td>{formatNumber(wins)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </Card>
  )
}
