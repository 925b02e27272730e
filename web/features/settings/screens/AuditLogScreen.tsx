import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { SettingsNavigation } from '#web/shared/settings/SettingsNavigation.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { Page } from '#web/ui/Page.tsx'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { PagedList } from '#web/shared/PagedList.tsx'
import { type AuditView, parseAuditView } from '../audit-view.ts'
import { AuditEntryRow } from '../components/AuditEntryRow.tsx'
import { AuditStreamBar } from '../components/AuditStreamBar.tsx'
import { AuditFilters } from '../components/AuditFilters.tsx'
import css from '../components/audit-log.module.css'

/** /settings/audit: the actions of administrators, newest first; for account administrators. */
export function AuditLogScreen() {
  const { t } = useTranslation('settings')
  usePageTitle(t('menu.audit'))
  const view = parseAuditView(useSearch({ from: '/shell/settings/audit' }))
  const navigate = useNavigate()
  // On a phone the list comes first.
  const isPhone = useIsPhone()
  const change = (part: Partial<AuditView>) =>
    void navigate({
      to: '/settings/audit',
      search: (old) => ({ ...old, ...part }),
      replace: true,
    })
  const isFiltered = Object.values(view).some((value) => value !== undefined)
  const log = useInfiniteQuery({
    queryKey: queryKey('audit', view),
    queryFn: ({ pageParam, signal }) =>
      call('workspace.audit', { query: { ...view, cursor: pageParam, limit: 50 }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })
  return (
    <Page title={t('menu.audit')} narrow back={<SettingsNavigation />}>
      {isPhone ? null : <AuditStreamBar />}
      <AuditFilters view={view} change={change} />
      <PagedList
        query={log}
        texts={{
          empty: t(isFiltered ? 'audit.none' : 'audit.empty'),
          emptyText: t(isFiltered ? 'audit.none_text' : 'audit.empty_text'),
          more: t('audit.more'),
        }}
        frame={Card}
        skeletonHeights={[48, 48, 48, 48, 48]}
      >
        {(entries) => (
          <ul className={css['list']} aria-label={t('menu.audit')}>
            {entries.map((entry) => (
              <AuditEntryRow key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
      </PagedList>
      {isPhone ? <AuditStreamBar /> : null}
    </Page>
  )
}
