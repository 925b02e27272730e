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

function RecentImport({ userImport }: { userImport: UserImport }) {
  const { t } = useTranslation('imports')
  const {
    settings: { timezone },
  } = useConfig()
  const counts =
    userImport.state === 'uploaded'
      ? t('recent.rows', { count: userImport.rows, n: formatNumber(userImport.rows) })
      : [
          t('recent.numbers', {
            invited: formatNumber(userImport.invited),
            updated: formatNumber(userImport.updated),
            refused: formatNumber(userImport.refused),
          }),
          ...(userImport.deactivated
            ? [t('recent.deactivated', { n: formatNumber(userImport.deactivated) })]
            : []),
        ].join(', ')
  return (
    <li>
      <Link to="/settings/team/import" search={{ id: userImport.id }} className={css['recent']}>
        <span className={css['recentName']}>
          {userImport.file_name}
          <small>
            <time dateTime={userImport.created_at}>
              {formatTimeAgo(userImport.created_at, timezone)}
            </time>{' '}
            · {counts}
          </small>
        </span>
        <span className={css['badge']} data-state={userImport.state}>
          {t(`state.${userImport.state}`)}
        </span>
      </Link>
    </li>
  )
}

/** Earlier imports, including running ones. */
export function RecentImports() {
  const { t } = useTranslation('imports')
  const imports = useQuery({
    ...importsQuery,
    refetchInterval: (query) =>
      query.state.data?.some((userImport) => userImport.state === 'in_progress') ? 3_000 : false,
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
        {imports.data.map((userImport) => (
          <RecentImport key={userImport.id} userImport={userImport} />
        ))}
      </ul>
    </Card>
  )
}
