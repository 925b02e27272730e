import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useConfig } from '#web/shared/config.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import files from '#web/shared/people-files/people-files.module.css'
import { StateBadge } from '#web/shared/people-files/StatusHead.tsx'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import { type HistoryImport, historyImportsQuery } from '../api/queries.ts'
import css from './history-imports.module.css'
import { productName } from './product-names.ts'
import { toneOfState } from './state-tone.ts'

function ImportRow({ historyImport }: { historyImport: HistoryImport }) {
  const { t } = useTranslation('imports')
  const {
    settings: { timezone },
  } = useConfig()
  const { id, product, state, file_name: fileName, created_at: at } = historyImport
  const { rows, created } = historyImport
  const count =
    state === 'finished'
      ? t('history.list.posts', { count: created, n: formatNumber(created) })
      : t('recent.rows', { count: rows, n: formatNumber(rows) })
  return (
    <li>
      <Link to="/settings/history-imports/$id" params={{ id }} className={files['file']}>
        <span className={files['fileName']}>
          {fileName}
          <small>
            {`${productName(t, product)} · `}
            <time dateTime={at}>{formatDateTime(at, timezone)}</time>
          </small>
          <small>{count}</small>
        </span>
        <StateBadge tone={toneOfState[state]} text={t(`history.state.${state}`)} />
      </Link>
    </li>
  )
}

function ImportList() {
  const { t } = useTranslation('imports')
  const imports = useQuery(historyImportsQuery)
  if (imports.isPending)
    return (
      <div aria-busy="true">
        {[0, 1].map((index) => (
          <Skeleton key={index} height={64} mb={12} />
        ))}
      </div>
    )
  if (imports.isLoadingError)
    return <ErrorState error={imports.error} retry={() => void imports.refetch()} />
  if (!imports.data.length) return <p className={css['quiet']}>{t('history.list.empty')}</p>
  return (
    <ul className={files['list']} aria-label={t('recent.title')}>
      {imports.data.map((one) => (
        <ImportRow key={one.id} historyImport={one} />
      ))}
    </ul>
  )
}

/** The latest imports of posts, newest first. */
export function ImportsSection() {
  const { t } = useTranslation('imports')
  return (
    <SettingsSection title={t('recent.title')}>
      <ImportList />
    </SettingsSection>
  )
}
