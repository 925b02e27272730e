import { Skeleton } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Leaver, LeaverAction } from '#contract/schemas/leavers.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { DownloadMenu } from '#web/shared/FileFormat.tsx'
import { PagedList } from '#web/shared/PagedList.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { SettingsFieldset } from '#web/shared/settings/SettingsFieldset.tsx'
import { SettingsNavigation } from '#web/shared/settings/SettingsNavigation.tsx'
import { downloadFromApi } from '#web/lib/download-file.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Page } from '#web/ui/Page.tsx'
import { leaversQuery, policyQuery, useChangeLeaver } from '../api/queries.ts'
import { LeaverRow } from '../components/LeaverRow.tsx'
import css from '../components/leavers.module.css'
import { PolicyForm } from '../components/PolicyForm.tsx'

/** Asks before a grace ends, because the end is final. */
function EndDialog({ leaver, onClose }: { leaver: Leaver; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const nameOf = usePersonName()
  const [key] = useState(() => crypto.randomUUID())
  const end = useChangeLeaver({
    onSuccess: () => {
      notifySuccess(t('leavers.done.end'))
      onClose()
    },
    onError: (error) => {
      notifyError(t, error)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      opened
      danger
      title={t('leavers.end_title', { name: nameOf(leaver.user) })}
      text={t('leavers.end_text')}
      confirm={t('leavers.action.end')}
      cancel={t('common:cancel')}
      busy={end.isPending}
      onClose={onClose}
      onConfirm={() => end.mutate({ id: leaver.id, action: 'end', key })}
    />
  )
}

function LeaverList({ onEnd }: { onEnd: (leaver: Leaver) => void }) {
  const { t } = useTranslation('organization')
  const query = useInfiniteQuery(leaversQuery)
  const change = useChangeLeaver({ onError: (error) => notifyError(t, error) })
  const act = (leaver: Leaver, action: LeaverAction) =>
    action === 'end'
      ? onEnd(leaver)
      : change.mutate({ id: leaver.id, action, key: crypto.randomUUID() })
  return (
    <PagedList
      query={query}
      texts={{
        empty: t('leavers.empty'),
        emptyText: t('leavers.empty_text'),
        more: t('leavers.more'),
      }}
      frame={Card}
      skeletonHeights={[48, 48]}
    >
      {(leavers) => (
        <ul className={css['rows']} aria-label={t('leavers.list')}>
          {leavers.map((leaver) => (
            <LeaverRow
              key={leaver.id}
              leaver={leaver}
              isBusy={change.isPending}
              onAction={(action) => act(leaver, action)}
            />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

/** /settings/leavers: the rules for leavers, and who has left with which balance. */
export function LeaversScreen() {
  const { t } = useTranslation('organization')
  usePageTitle(t('leavers.title'))
  const { impersonated } = useConfig()
  const policy = useQuery(policyQuery)
  const [ending, setEnding] = useState<Leaver | null>(null)
  return (
    <Page
      title={t('leavers.title')}
      narrow
      back={<SettingsNavigation />}
      actions={
        impersonated ? null : (
          <DownloadMenu
            save={(format) =>
              downloadFromApi('leavers.csv', { query: { format } }, `leavers.${format}`)
            }
          >
            {t('leavers.download')}
          </DownloadMenu>
        )
      }
    >
      <SettingsFieldset label={t('leavers.title')} lead={t('leavers.text')}>
        {policy.isPending ? (
          <Card aria-busy="true">
            <Skeleton height={220} />
          </Card>
        ) : null}
        {policy.isLoadingError ? (
          <ErrorState error={policy.error} retry={() => void policy.refetch()} />
        ) : null}
        {policy.data ? <PolicyForm policy={policy.data} /> : null}
        <h2 className={css['section']}>{t('leavers.list')}</h2>
        <LeaverList onEnd={setEnding} />
      </SettingsFieldset>
      {ending ? <EndDialog leaver={ending} onClose={() => setEnding(null)} /> : null}
    </Page>
  )
}
