import { useInfiniteQuery } from '@tanstack/react-query'
import type { OutputOf } from '#contract/routes/index.ts'
import { SettingsNavigation } from '#web/shared/settings/SettingsNavigation.tsx'
import { useConfig } from '#web/shared/config.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { usePageTitle } from '#web/shared/page-title.ts'
import { call } from '#web/lib/client.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { Page } from '#web/ui/Page.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import css from '../components/settings.module.css'
import { queryKey } from '#web/shared/query-keys.ts'
import { PagedList } from '#web/shared/PagedList.tsx'

type AuditLogEntry = OutputOf<'workspace.audit'>['items'][number]

const isFieldChange = (value: unknown): value is { from: unknown; to: unknown } =>
  typeof value === 'object' && value !== null && 'from' in value && 'to' in value

/**
 * Returns a function that formats the details of an audit entry. Ids are left out; old and new
 * values are shown.
 */
function useAuditDetails() {
  const { t, i18n } = useTranslation('settings')
  const translateOrKeep = (kind: 'fact' | 'word', text: string) =>
    i18n.exists(`settings:audit.${kind}.${text}`) ? t(`audit.${kind}.${text}`) : text
  const formatValue = (value: unknown): string => {
    if (value === null || value === '') return '–'
    if (Array.isArray(value))
      return value.map((item) => translateOrKeep('fact', String(item))).join(', ')
    return typeof value === 'object'
      ? JSON.stringify(value)
      : translateOrKeep('word', String(value as string | number | boolean))
  }
  return (details: Record<string, unknown>) =>
    Object.entries(details)
      .filter(([key]) => !/_ids?$/.test(key))
      .map(([key, value]) => {
        // Field names are a list, or a text with commas.
        const fieldValue = key === 'fields' && typeof value === 'string' ? value.split(', ') : value
        return `${translateOrKeep('fact', key)}: ${isFieldChange(fieldValue) ? `${formatValue(fieldValue.from)} → ${formatValue(fieldValue.to)}` : formatValue(fieldValue)}`
      })
}

function AuditEntry({ entry }: { entry: AuditLogEntry }) {
  const { t, i18n } = useTranslation('settings')
  const {
    settings: { timezone },
  } = useConfig()
  const name = usePersonName()
  const key = `audit.action.${entry.action}`
  const lines = useAuditDetails()(entry.details)
  return (
    <li className={css['act']}>
      {entry.actor ? (
        <UserAvatar user={entry.actor} size={36} />
      ) : (
        <span className={css['operator']} aria-hidden="true">
          ⚙
        </span>
      )}
      <div style={{ minWidth: 0 }}>
        <div>
          <b>{entry.actor ? name(entry.actor) : t('audit.operator')}</b>{' '}
          {i18n.exists(`settings:${key}`) ? t(key) : entry.action}
          {entry.subject ? (
            <>
              {': '}
              <b>{name(entry.subject)}</b>
            </>
          ) : null}
          {entry.impersonated ? (
            <span className={css['flag']}>{t('audit.impersonated')}</span>
          ) : null}
          {entry.token ? (
            <span className={css['token']}>
              {entry.token.name
                ? t('audit.token', { name: entry.token.name })
                : t('audit.token_gone')}
            </span>
          ) : null}
        </div>
        {lines.length ? (
          <ul className={css['facts']}>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        ) : null}
        <small>
          <time dateTime={entry.created_at}>{formatDateTime(entry.created_at, timezone)}</time>
        </small>
      </div>
    </li>
  )
}

/** /settings/audit: the actions of administrators, newest first; for account administrators. */
export function AuditLogScreen() {
  const { t } = useTranslation('settings')
  usePageTitle(t('menu.audit'))
  const log = useInfiniteQuery({
    queryKey: queryKey('audit'),
    queryFn: ({ pageParam, signal }) =>
      call('workspace.audit', { query: { cursor: pageParam, limit: 50 }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })
  return (
    <Page title={t('menu.audit')} narrow back={<SettingsNavigation />}>
      <PagedList
        query={log}
        texts={{
          empty: t('audit.empty'),
          emptyText: t('audit.empty_text'),
          more: t('audit.more'),
        }}
        frame={Card}
        skeletonHeights={[48, 48, 48, 48, 48]}
      >
        {(entries) => (
          <ul className={css['list']} aria-label={t('menu.audit')}>
            {entries.map((entry) => (
              <AuditEntry key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
      </PagedList>
    </Page>
  )
}
