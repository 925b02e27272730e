import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { UserImport } from '#contract/schemas/imports.ts'
import { useConfig } from '#web/shared/config.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { formatTimeAgo, formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { importsQuery } from '../api/queries.ts'
import css from './imports.module.css'

function RecentImport({ one }: { one: UserImport }) {
  const { t } = useTranslation('imports')
  const {
    settings: { timezone },
  } = useConfig()
  const numbers =
    one.state === 'uploaded'
      ? t('recent.rows', { count: one.rows, n: formatNumber(one.rows) })
      : t('recent.numbers', {
          invited: formatNumber(one.invited),
          updated: formatNumber(one.updated),
          refused: formatNumber(one.refused),
        })
  return (
    <li>
      <Link to="/settings/team/import" search={{ id: one.id }} className={css['recent']}>
        <span className={css['recentName']}>
          {one.file_name}
          <small>
            <time dateTime={one.created_at}>{formatTimeAgo(one.created_at, timezone)}</time> ·{' '}
            {numbers}
          </small>
        </span>
        <span className={css['badge']} data-state={one.state}>
          {t(`state.${one.state}`)}
        </span>
      </Link>
    </li>
  )
}

/** Imports that were begun before: found again, also one that still runs. */
export function RecentImports() {
  const { t } = useTranslation('imports')
  const imports = useQuery({
    ...importsQuery,
    refetchInterval: (query) =>
      query.state.data?.some((one) => one.state === 'in_progress') ? 3_000 : false,
  })
  if (imports.isPending)
    return (
      <Card className={css['below']} aria-busy="true">
        {[0, 1].map((index) => (
          <Skeleton key={index} height={44} mb={12} />
        ))}
      </Card>
    )
  if (imports.isLoadingError)
    return (
      <Card className={css['below']}>
        <ErrorState error={imports.error} retry={() => void imports.refetch()} />
      </Card>
    )
  if (!imports.data.length) return null
  return (
    <Card className={css['below']}>
      <h2 className={css['heading']}>{t('recent.title')}</h2>
      <ul className={css['list']}>
        {imports.data.map((one) => (
          <RecentImport key={one.id} one={one} />
        ))}
      </ul>
    </Card>
  )
}
